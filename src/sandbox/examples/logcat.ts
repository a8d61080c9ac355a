import { createSeeded } from './seeded.ts';

const chatter: [string, string, string][] = [
  ['D', 'WifiHAL', 'signal poll rssi=-57'],
  ['I', 'ActivityTaskManager', 'START u0 {act=android.intent.action.MAIN cmp=com.example.notes/.MainActivity}'],
  ['V', 'AudioFlinger', 'mixer(0x7a1c) throttle end'],
  ['D', 'SensorService', 'batch flush complete'],
  ['I', 'PackageManager', 'dexopt finished for com.example.maps'],
  ['W', 'InputDispatcher', 'channel com.example.notes took 18 ms'],
];

/** Android: a camera application crashes each time it is opened after its settings were migrated. */
export function makeLogcat(): string {
  const { pick, between } = createSeeded(37);
  const lines: string[] = ['--------- beginning of main'];
  let atMs = Date.UTC(2026, 4, 6, 14, 2, 11);
  const say = (pid: number, tid: number, level: string, tag: string, text: string) => {
    const at = new Date(atMs).toISOString();
    lines.push(
      `${at.slice(5, 10)} ${at.slice(11, 23)} ${String(pid).padStart(5)} ${String(tid).padStart(5)} ${level} ${tag.padEnd(8)}: ${text}`,
    );
  };
  for (let index = 0; index < 1_800; index++) {
    atMs += between(5, 700);
    const [level, tag, text] = pick(chatter);
    say(1_432, 1_432 + between(0, 40), level, tag, text);
    if (index === 900)
      say(5_120, 5_120, 'I', 'CamSettings', 'migrated preferences v3 -> v4, dropped key "zoom_profile"');
    if (index === 960 || index === 1_200 || index === 1_500) crash(5_120 + index);
  }
  return `${lines.join('\n')}\n`;

  function crash(pid: number): void {
    say(1_432, 1_450, 'I', 'ActivityManager', `Start proc ${pid}:com.example.camera/u0a112 for activity`);
    atMs += 420;
    say(pid, pid, 'E', 'AndroidRuntime', 'FATAL EXCEPTION: main');
    say(pid, pid, 'E', 'AndroidRuntime', `Process: com.example.camera, PID: ${pid}`);
    say(pid, pid, 'E', 'AndroidRuntime', 'java.lang.NullPointerException: zoom_profile must not be null');
    for (const frame of [
      'com.example.camera.ZoomController.restore(ZoomController.kt:64)',
      'com.example.camera.CameraActivity.onResume(CameraActivity.kt:131)',
      'android.app.Activity.performResume(Activity.java:8506)',
    ]) {
      say(pid, pid, 'E', 'AndroidRuntime', `\tat ${frame}`);
    }
    atMs += 8;
    say(1_432, 1_450, 'I', 'ActivityManager', `Process com.example.camera (pid ${pid}) has died: fg  TOP`);
  }
}
