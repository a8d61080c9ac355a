const names = (
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU ' +
  'XFSZ VTALRM PROF WINCH IO PWR SYS'
).split(' ');

/** Linux's name of a signal on most machines. */
export const signalName = (number: number): string => {
  const name = names[number - 1];
  return name === undefined ? `signal ${number}` : `SIG${name}`;
};

/** Signals that the kernel sends for what a program did, and those that end it with a core. */
const meanings: Record<number, string> = {
  3: 'It was asked to quit and leave a core.',
  4: 'It hit bytes that are not an instruction of this processor: a jump to a wrong address, a trap inserted by the compiler, or a build for another processor.',
  5: 'It hit a trap: a breakpoint or a check inserted by the compiler.',
  6: 'It ended itself: a failed assertion, an uncaught exception, or a corrupted heap. Its last output on standard error says which.',
  7: 'It accessed memory with nothing behind it: a mapped file that became shorter, or a full disk or memory.',
  8: 'It divided by zero or overflowed.',
  11: 'It accessed memory that is not its own.',
  24: 'It used up its CPU time limit.',
  25: 'It wrote a file larger than its limit.',
  31: 'It made a system call that a filter forbids.',
};

export const signalMeaning = (number: number): string | undefined => meanings[number];

const codes: Record<string, string> = {
  '11:1': 'the address is not mapped',
  '11:2': 'the address may not be used that way',
  '11:128': 'the address is not one a program can have',
  '7:1': 'the address is not aligned',
  '7:2': 'nothing is behind the address',
  '7:3': 'the hardware failed there',
  '8:1': 'a whole number was divided by zero',
  '8:2': 'a whole number overflowed',
  '8:3': 'a number was divided by zero',
  '4:1': 'no such instruction',
  '4:2': 'the instruction is used wrongly',
  '5:1': 'a breakpoint',
};

/** What a signal's code adds to it, empty where nothing. `code` 0 and below: it was sent. */
export function codeWords(number: number, code: number, sender: number | undefined, process: number): string {
  if (code > 0) return codes[`${number}:${code}`] ?? '';
  if (sender === undefined || sender <= 0) return '';
  return sender === process ? 'sent by the program itself' : `sent by process ${sender}`;
}
