/** What a line of a kernel's report tells of itself, whatever the crash is. */
export interface ToldInReport {
  /** Of the lines that may tell it; the engine without backtracking searches for it. */
  search: string;
  /** The value, in its first group. */
  reads: RegExp;
  /** What stands before the value. */
  head: string;
}

const told: readonly [RegExp, ToldInReport][] = [
  [
    /\btaint(?:ed|s|ing)?\b/i,
    {
      search: String.raw`\b(?:Not tainted|Tainted: [A-Z\[])`,
      reads: /\b(Not tainted|Tainted: .{1,80}?)\s+\d+\.\d+/,
      head: 'The report says: ',
    },
  ],
  [
    /^(?:which|what) (?:was the |is the )?(?:system ?call|syscall)\b/i,
    {
      search: String.raw`\b_*(?:x64|ia32|se|do|arm64|s390x?|riscv|ksys)_(?:compat_)?sys_\w|\bSyS_\w`,
      reads: /\b(?:_*(?:x64|ia32|se|do|arm64|s390x?|riscv)_(?:compat_)?sys_|SyS_)(\w{1,60})/,
      head: 'The system call was ',
    },
  ],
  [
    /^(?:which|what|at (?:which|what)) (?:(?:is|was) the )?(?:(?:bad|faulting|fault|accessed|wrong|invalid) )?address\b/i,
    {
      search: String.raw`\bat (?:virtual )?addr(?:ess)?:? [0-9a-f]{6}|\baddress:? (?:0x)?[0-9a-f]{6}`,
      reads: /\baddr(?:ess)?:? ((?:0x)?[0-9a-f]{6,18})\b/,
      head: 'The address was ',
    },
  ],
];

/** Undefined where the question asks for none of them. */
export function toldInReport(text: string): ToldInReport | undefined {
  return text.length > 120 ? undefined : told.find(([asks]) => asks.test(text.trim()))?.[1];
}
