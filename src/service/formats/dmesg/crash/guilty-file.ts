import type { ReportLine } from './collect-report.ts';

const sourceEnd = /[a-zA-Z0-9_-]\.(?:c|h|rs):[0-9]/;
const inPath = /[a-zA-Z0-9_\-./]/;

/** Files whose code stands in many stacks without being what is wrong: checks, allocators, locks, entry code. */
const bystanders = [
  /\.h/,
  /^(?:virt\/)?lib\//,
  /^mm\/(?:kasan|kmsan|kfence)\//,
  /^mm\/(?:sl.b(?:_common)?|filemap|folio-compat|truncate|memory|vmalloc|page_alloc|mempool|util)\.c/,
  /^mm\/(?:kmemleak|page_owner)\.c/,
  /^mm\/percpu/,
  /^kernel\/kcsan\//,
  /^kernel\/(?:rcu|locking)\//,
  /^kernel\/(?:kcov|panic|softirq|kthread|stacktrace|workqueue|task_work|time\/timer|printk\/printk.*|sched\/.*)\.c/,
  /^arch\/.*\/kernel\/(?:traps|unwind.*|stacktrace|apic\/apic)\.c/,
  /^arch\/.*\/mm\/(?:fault|physaddr)\.c/,
  /^arch\/arm64\/kernel\/(?:entry.*|process)\.c/,
  /^arch\/.*\/lib\/crc/,
  /^net\/core\/(?:dev|sock|skbuff)\.c/,
  /^fs\/proc\/generic\.c/,
  // Not in the kernel's tree.
  /^trusty\//,
  // It checks what a driver hands it.
  /^drivers\/usb\/core\/urb\.c/,
];
const aside = /(?:hardirqs|softirqs)\s+last\s+(?:enabled|disabled)|^Register r\d+ information/;

const topFolders =
  'arch|block|certs|crypto|drivers|fs|include|init|io_uring|ipc|kernel|lib|mm|net|rust|samples|scripts|security|sound|tools|usr|virt';
const underTop = new RegExp(`^/.{0,300}?/((?:${topFolders})/.*)`);

/** The source file to look at first, as a path from the kernel's root, and the document's line naming it. */
export function findGuiltyFile(
  title: string,
  lines: readonly ReportLine[],
): { file: string; line: number } | undefined {
  if (title.startsWith('INFO: rcu detected stall')) {
    // Above the interrupt stand the frames that noticed the stall.
    for (const entry of ['apic_timer_interrupt+0x', 'el1h_64_irq+0x', 'Exception stack']) {
      const at = lines.findIndex(({ text }) => text.includes(entry));
      const found = at === -1 ? undefined : searchFile(lines.slice(at));
      if (found !== undefined) return found;
    }
  }
  return searchFile(lines);
}

function searchFile(lines: readonly ReportLine[]): { file: string; line: number } | undefined {
  const named = lines.flatMap(({ number, text }) => {
    const file = sourceFileIn(text);
    return file === undefined ? [] : [{ file: fromRoot(file), line: number, isAside: aside.test(text) }];
  });
  const suspects = named.filter(({ file, isAside }) => !isAside && !bystanders.some((form) => form.test(file)));
  let guilty = suspects[0] ?? named[0];
  if (guilty === undefined) return undefined;
  // A driver is told better by a file deeper in the same folder, if the stack passes one.
  for (const suspect of suspects) {
    if (suspect.line > guilty.line && isDeeper(suspect.file, folderOf(guilty.file))) guilty = suspect;
  }
  return { file: guilty.file, line: guilty.line };
}

/** Whether a line names a place in a source file. */
export function namesSource(text: string): boolean {
  return sourceEnd.test(text);
}

// Looks back from the suffix: a pattern that looks forward for it is slow on long words.
function sourceFileIn(text: string): string | undefined {
  const match = sourceEnd.exec(text);
  if (match === null) return undefined;
  let from = match.index;
  while (from > 0 && inPath.test(text[from - 1] ?? '')) from--;
  return text.slice(from, text.indexOf(':', match.index));
}

function isDeeper(file: string, folder: string): boolean {
  return folder !== '' && file.startsWith(`${folder}/`) && file.slice(folder.length + 1).includes('/');
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

// Builds outside the source folder print absolute or relative paths.
function fromRoot(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  const clean = parts.join('/');
  return underTop.exec(clean)?.[1] ?? clean;
}
