/** What helps with a symptom that people name; the first that fits counts. */
const advice: readonly [RegExp, string][] = [
  [
    /\b(?:re-?boots?|restarts?|resets?|power(?:s|ed)? off|watchdog|panics?)\b/i,
    'the output of cat /sys/fs/pstore/* (or the ramoops) from the boot after it, and the dmesg from before it if a console kept it',
  ],
  [/\b(?:bluetooth|ble|a2dp|hci)\b/i, 'the HCI snoop log (btsnoop_hci.log) of that time, and a bug report'],
  [
    /\b(?:wi-?fi|wlan|network|dns|tcp|tls|http|packets?|roam\w*|latency|timeouts?)\b/i,
    'a packet capture of that time (tcpdump -i any -w trouble.pcap), and the log of the program that had the problem',
  ],
  [
    /\b(?:anr|jank\w*|stutters?|frames?|janky|laggy?|slow (?:scroll|start)\w*|freez\w*)\b/i,
    'a Perfetto trace that covers it, and a bug report',
  ],
  [
    /\b(?:memory|heap|oom|leaks?)\b/i,
    'the log from the start of the growth, and a heap dump from late in it (jmap -dump:live,format=b,file=heap.bin PID)',
  ],
  [/\b(?:android|app|activity|apk)\b/i, 'a bug report (adb bugreport), or the output of adb logcat -d from that time'],
  [/\b(?:kernel|driver|oops|kasan|module)\b/i, 'the whole dmesg of the boot in which it happened'],
];

/** Which capture to ask for, from what a ticket says. */
export function captureAdvice(text: string): string {
  const found = advice.find(([symptom]) => symptom.test(text.slice(0, 20_000)));
  return (
    found?.[1] ??
    'the log of that time, starting some minutes before it; the whole file rather than an excerpt, compressed if it is large'
  );
}
