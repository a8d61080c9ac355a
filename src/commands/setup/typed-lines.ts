import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** What a person types in the terminal, or lines from elsewhere. */
export interface TypedLines extends Disposable {
  /** At a terminal a secret does not show while it is typed. */
  ask(prompt: string, isSecret: boolean): Promise<string>;
}

/** `stop` ends the program: there are no more, or Ctrl-C was pressed. */
export function openTypedLines(stop: () => never): TypedLines {
  return process.stdin.isTTY ? atTerminal(stop) : fromElsewhere(stop);
}

function atTerminal(stop: () => never): TypedLines {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  // Without a history: the arrow keys would show what was hidden.
  const input = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const lines = input[Symbol.asyncIterator]();
  // Ctrl-C is a key like any other here.
  input.on('SIGINT', stop);
  return {
    async ask(prompt, isSecret) {
      input.setPrompt(prompt);
      if (isSecret) process.stdout.write(prompt);
      isHidden = isSecret;
      input.prompt();
      const { value, done } = await lines.next();
      if (isSecret) process.stdout.write('\n');
      isHidden = false;
      return done ? stop() : value;
    },
    [Symbol.dispose]: () => input.close(),
  };
}

function fromElsewhere(stop: () => never): TypedLines {
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  process.once('SIGINT', stop);
  return {
    async ask(prompt) {
      process.stdout.write(prompt);
      const { value, done } = await lines.next();
      if (done) return stop();
      process.stdout.write('\n');
      return value;
    },
    [Symbol.dispose]() {
      process.off('SIGINT', stop);
      input.close();
    },
  };
}
