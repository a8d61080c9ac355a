import { maskSecrets } from '#core/secrets/mask-secrets.ts';

const maxAnswerChars = 8000;

/** What a model was shown of the files: bounded in all, and the measure of which figures it may name. */
export interface ShownText {
  /** Marked, so that what stands in a log is read as data and never as an instruction; secrets are masked first. */
  asData(lines: readonly string[], maxChars?: number): string;
  /** Text of ours or of who asks: may be named, too. */
  allow(text: string): void;
  /** Figures and names in backticks that stand in nothing the model was shown. */
  strangersIn(text: string): string[];
}

/** `secrets`: words that are shown nowhere. `maxChars`: characters of file text a run may show. */
export function createShownText(secrets: readonly string[] = [], maxChars = 200_000): ShownText {
  let seen = '';
  let leftChars = maxChars;
  return {
    asData(lines, maxHere = maxAnswerChars) {
      const masked = maskPrivate(lines.join('\n'));
      const text = secrets
        .reduce((shown, secret) => shown.replaceAll(secret, '[masked]'), masked)
        .slice(0, Math.min(maxHere, leftChars))
        .replaceAll('</log-data>', '</log data>');
      leftChars -= text.length;
      seen += `${comparable(text)}\n`;
      const end = leftChars > 0 ? '' : '\nNo more text can be shown: answer now.';
      return `<log-data>\n${text}\n</log-data>${end}`;
    },
    allow(text) {
      seen += `${comparable(text)}\n`;
    },
    strangersIn(text) {
      const named = [...text.matchAll(/`([^`\n]{2,200})`|\d[\d.,:]{0,40}\d|\d\d/g)].map(
        ([whole, name]) => name ?? whole,
      );
      return [...new Set(named)].filter((name) => !seen.includes(comparable(name)));
    },
  };
}

/** Words of a question that are masked in it: an answer may name them without what told that they are secret. */
export function secretsIn(question: string): string[] {
  const masked = maskPrivate(question);
  return question.split(/[\s=:"',;&?]+/).filter((word) => word.length >= 4 && !masked.includes(word));
}

function comparable(text: string): string {
  return text.toLowerCase().replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
}

const eMail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g;

/** What must not leave the machine in a prompt: secrets, and e-mail addresses. Line breaks stay. */
export function maskPrivate(text: string): string {
  return maskSecrets(text).replace(eMail, '[e-mail]');
}
