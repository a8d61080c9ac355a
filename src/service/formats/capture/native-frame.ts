/** `#01 pc 0012ab  /system/lib64/libdraw.so (offset 0x1000) (Surface::lock()+88) (BuildId: …)`: the function, else the library. */
export function nativeFrame(text: string): string | undefined {
  const match =
    /^\s*(?:native: )?#\d+ +pc [0-9a-f]+ +(\S{1,300})(?: \(offset \S+\))?(?: \((?!BuildId|deleted)(.{1,300}?)(?:\+\d+)?\))?(?: \((?:BuildId|deleted).*)?$/.exec(
      text,
    );
  return match?.[2]?.trim() || match?.[1]?.replace(/^.*[/!]/, '');
}

/** The frames from the first on that is not the C library's way of dying. */
export function framesOfFault(frames: readonly string[]): string[] {
  const first = frames.findIndex(
    (frame) =>
      !/^(?:abort|raise|gsignal|tgkill|tkill|syscall|__|pthread_kill|std::terminate|libc\.so|art::Runtime::Abort|art::JavaVMExt::JniAbort|android::base::|fdsan_)/.test(
        frame,
      ),
  );
  return first < 0 ? [...frames] : frames.slice(first);
}

/** The same over builds, addresses and devices; codes of a signal differ between kernels. */
export function nativeSignature(process: string, signal: string, frames: readonly string[]): string {
  return [`${process} ${signal.split(' ')[0]}`, ...framesOfFault(frames).slice(0, 3)].join(' < ').slice(0, 200);
}
