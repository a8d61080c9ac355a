/** What helps with a symptom that people name; the first that fits counts. */
const advice: readonly [RegExp, string][] = [
  [
    /\b(?:re-?boots?|restarts?|resets?|power(?:s|ed)? off|watchdog|panics?)\b/i,
    'cat /sys/fs/pstore/* (or the ramoops) of the boot after it, and dmesg from before it where a console kept it',
  ],
  [/\b(?:bluetooth|ble|a2dp|hci)\b/i, 'the HCI snoop log (btsnoop_hci.log) of that time, and the bug report'],
  [
    /\b(?:wi-?fi|wlan|network|dns|tcp|tls|http|packets?|roam\w*|latency|timeouts?)\b/i,
    'a packet capture of that time (tcpdump -i any -w trouble.pcap), and the log of the program that met it',
  ],
  [
    /\b(?:anr|jank\w*|stutters?|frames?|janky|laggy?|slow (?:scroll|start)\w*|freez\w*)\b/i,
    'a Perfetto trace that covers it, and the bug report',
  ],
  [
    /\b(?:memory|heap|oom|leaks?)\b/i,
    'the log from the start of the growth on, and a heap dump late in it (jmap -dump:live,format=b,file=heap.bin PID)',
  ],
  [/\b(?:android|app|activity|apk)\b/i, 'the bug report (adb bugreport), or adb logcat -d of that time'],
  [/\b(?:kernel|driver|oops|kasan|module)\b/i, 'dmesg of the boot it happened in, whole'],
];

/** Which capture to ask for, from what a ticket says. */
export function captureAdvice(text: string): string {
  const found = advice.find(([symptom]) => symptom.test(text.slice(0, 20_000)));
  return (
    found?.[1] ??
    'the log of that time, from some minutes before it on; whole rather than cut, and compressed where it is large'
  );
}
