import { codePrefix } from './code-nouns.ts';

const sender = /^[A-Za-z][\w.-]{0,60}\d[\w.-]{0,20}$/;
const mostSenders = 60;
const fewestLines = 10;

/** Learns whether messages begin with the name of one of few machines: "FILE02 …", "DC02 …". */
export class Senders {
  private readonly counts = new Map<string, number>();
  private lines = 0;
  private isLead: boolean | undefined;

  learn(first: string): void {
    this.lines++;
    if (this.counts.size <= mostSenders && sender.test(first))
      this.counts.set(first, (this.counts.get(first) ?? 0) + 1);
  }

  /** After all was learnt. Names of one kind are called by it: "cam-2". */
  has(name: string): boolean {
    this.isLead ??= this.isOfMachines();
    return this.isLead && this.counts.has(name);
  }

  private isOfMachines(): boolean {
    const named = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const kinds = new Set([...this.counts.keys()].map((one) => codePrefix(one) ?? one));
    return (
      kinds.size >= 2 &&
      this.counts.size <= Math.min(mostSenders, named / 5) &&
      named >= fewestLines &&
      named >= this.lines * 0.6
    );
  }
}
