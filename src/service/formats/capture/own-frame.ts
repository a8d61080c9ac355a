const platform =
  /^(?:java|javax|android|androidx|dalvik|libcore|sun|jdk|kotlin|kotlinx|com\.android\.internal\.(?:os|util)|com\.android\.okhttp|org\.apache\.harmony)\.|\.so$|::|^[_/]/;

/** The first frame of an application's own code, not of the platform's: where its people have to look. */
export function ownFrame(frames: readonly string[]): string | undefined {
  return frames.find((frame) => frame.includes('.') && !platform.test(frame));
}
