/**
 * Who printed a line, in the words of vendors' kernels, between stamp and message:
 * `[3:  kworker/3:1:  123] ` and `I[3: init: 1] `, `(3)[123:kworker/3:1]`, `c3   123 `.
 */
const mark =
  /^(?:<\d>)?[A-Z.-]?\s{0,3}(?:\[\d{1,2}: {0,20}[^\]]{1,40}: {0,8}(\d{1,7})\] ?|\(\d{1,2}\)\[(\d{1,7}):[^\]]{1,40}\] ?|c\d{1,2} {1,7}(\d{1,7}) (?=\S| ))/;

/** Where the message begins after the mark, and the task's context; undefined without a mark. */
export function readCallerMark(message: string): { context: string; length: number } | undefined {
  const match = mark.exec(message.slice(0, 120));
  const task = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || task === undefined ? undefined : { context: `[T${task}]`, length: match[0].length };
}
