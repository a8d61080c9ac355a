import type { ListedFile } from './ports.ts';

/** What a file is by its name and type: surely for us, surely not, or a text that has to be looked into. */
type FileGuess = 'log' | NoLog;
export type NoLog = 'picture' | 'recording' | 'document' | 'text';

/** Names that people give to what is no log, by what it then is. */
const endings: readonly [NoLog, RegExp][] = [
  ['picture', /\.(?:png|jpe?g|gif|webp|bmp|tiff?|heic|heif|avif|svg|ico|psd|ai|fig|sketch|drawio)$/i],
  ['recording', /\.(?:mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|mp3|m4a|wav|ogg|oga|opus|flac|aac)$/i],
  [
    'document',
    /\.(?:pdf|docx?|docm|dotx?|xlsx?|xlsm|pptx?|pptm|odt|ods|odp|rtf|pages|numbers|key|epub|vsdx?|gdoc|gsheet|gslides|ics|vcf|eml|msg|url|webloc)$/i,
  ],
  ['text', /\.(?:txt|md|markdown|rst|adoc|text|html?|css|jsx?|tsx?|py|java|kt|rb|php|swift|sql)$/i],
];

const types: readonly [NoLog, RegExp][] = [
  ['picture', /^image\//i],
  ['recording', /^(?:video|audio)\//i],
  [
    'document',
    /^application\/(?:pdf|rtf|msword|vnd\.(?:ms-(?:word|excel|powerpoint|outlook)|openxmlformats-|oasis\.opendocument|google-apps)[\w.+-]*)/i,
  ],
];

/** Longer texts are looked into by the service: nobody writes notes of that length. */
const longestNote = 64_000;

/** The name counts before the type, which clients guess; the bytes count before both once they are read. */
export function guessFile({
  name,
  mimeType = '',
  sizeBytes,
}: Pick<ListedFile, 'name' | 'mimeType' | 'sizeBytes'>): FileGuess {
  const byName = endings.find(([, ending]) => ending.test(name))?.[0];
  const byType = types.find(([, type]) => type.test(mimeType))?.[0];
  const guess =
    byName ?? (/\.\w{1,12}$/.test(name) ? undefined : (byType ?? (/^text\//i.test(mimeType) ? 'text' : undefined)));
  if (guess === 'text' && (sizeBytes === undefined || sizeBytes > longestNote)) return 'log';
  return guess ?? 'log';
}

const logName = /(?:log|trace|dump|dmesg|crash|panic|oops|bugreport|tombstone|syslog|journal|console|stack|anr)/i;

/** A file whose bytes are not to be had is spoken of where its name says that it would have been one for us. */
export function isNamedLikeLog({ name, mimeType, sizeBytes }: ListedFile): boolean {
  const guess = guessFile({ name, mimeType, sizeBytes });
  return guess === 'log' ? /\.\w{1,12}$/.test(name) : guess === 'text' && logName.test(name);
}

/** Lines that programs write and people hardly do. */
const written: readonly RegExp[] = [
  /^\s{0,8}[<[(]?\d{4}[-/.]\d{2}[-/.]\d{2}[ T_]\d{2}:\d{2}/,
  /(?:^|[\s[(])\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?=$|[\s\])Z|:,+-])/,
  /^(?:<\d{1,3}>)?\[\s{0,8}\d{1,9}\.\d{3,9}\]/,
  /(?:^|[\s[(|<"])(?:TRACE|DEBUG|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRIT(?:ICAL)?|ALERT|EMERG|PANIC|SEVERE)(?=[\s\]:|>",)]|$)/,
  /^\s{0,40}(?:at [\w$.<>/]{2,200}\(|File "[^"]{1,300}", line \d|Caused by: |Traceback \(most recent|#\d{1,3}\s{1,4}(?:0x|pc )[\da-f]{4})/,
  /\b[\w.$]{2,120}(?:Exception|Error):/,
  /\b(?:kernel BUG|Call Trace:|Kernel panic|BUG: |Oops: |segfault at|core dumped|Unable to handle|SIG(?:SEGV|ABRT|BUS|ILL|FPE)|exited with (?:code|status))/,
  /\b0x[\da-f]{6,16}\b/i,
  /^\s{0,8}(?:level|ts|time|severity|msg)=|^\s{0,8}\{"(?:ts|time|timestamp|@timestamp|level|severity|msg|message)"/,
];

/** Whether a text holds lines of a log. One line in ten is enough, or three of a long one; notes hold hardly any. */
export function holdsLogLines(text: string): boolean {
  if (text.includes('\0')) return true;
  const lines = text
    .slice(0, longestNote)
    .split('\n')
    .map((line) => line.slice(0, 2_000))
    .filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => written.some((form) => form.test(line))).length;
  return telling > 0 && (telling >= 3 || telling >= lines.length / 10);
}

const kinds: Record<NoLog, string> = {
  picture: 'is a picture',
  recording: 'is a recording',
  document: 'is a document',
  text: 'contains no log lines',
};

/** Completes a sentence that begins with the file's name. */
export function noLogWords(guess: NoLog): string {
  return `${kinds[guess]}; I read logs, traces, captures, dumps, configurations and archives of them.`;
}
