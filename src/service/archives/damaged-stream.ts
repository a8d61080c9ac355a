/** Thrown after the last good byte of something compressed or archived. */
export class DamagedStream extends Error {
  override name = 'DamagedStream';
  /** All of it was read; what follows its end is no part of it. */
  isBehindEnd = false;

  static behindEnd(): DamagedStream {
    const error = new DamagedStream('what follows its end is no part of it');
    error.isBehindEnd = true;
    return error;
  }
}
