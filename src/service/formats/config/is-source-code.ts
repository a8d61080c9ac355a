import { anyOf } from '#core/any-of.ts';
import { meaningfulLines } from './syntax-of.ts';

/** What a line of a program looks like: calls, returns, declarations. Configurations have few such lines. */
const codeLine = anyOf(
  [
    /return\b.{0,300};|(?:[\w.]{1,200})\([^;]{0,300}\)[;{]?\s{0,80}$|(?:\} )?else\b/,
    /(?:if|for|while|switch|catch|elif|foreach)\s*\(/,
    /(?:export |public |private |protected |static |async |final |abstract |const |unsafe |pub ){0,6}(?:class|function|def|func|fn|enum|namespace|trait|impl|struct)\s{1,20}\w.{0,300}[{:(,]\s{0,20}$/,
    /(?:const|let|var|final|int|char|void|bool|double|float|long|unsigned|static|auto|String|public|private|protected)\s+[\w<>[\]*&{ ]{1,200}(?:[=;(]|$)/,
    /import\s+[\w{*"'(.]|from\s+\S+\s+import\b|package\s+[\w.]+;?$/,
    /#\s*(?:include|define|ifdef|ifndef|endif|pragma)\b|using\s+[\w.:]+;|@\w+(?:\(.{0,300}\))?$/,
    /(?<!\w)\w+(?:->|\.)\w+\(.*|(?<![\w.[\]])[\w.[\]]+\s*(?:\+=|-=|\+\+|--|:=)|fi$|done$|esac$|then$|echo |exit \d|raise /,
    /try\s*[:{]|except\b|yield\b|await\b|case .{0,300}:$|print(?:f|ln)?\b|SELECT |INSERT |UPDATE /,
    /CREATE TABLE|\)\s*[{;]?$|\}\)?;?$|(?<!\w)\w+\s*=\s*(?:new|lambda|function|async)\b|fn\s/,
  ],
  { before: String.raw`^\s*(?:`, after: ')' },
);

/** What begins a line in a program and in nothing else. */
const surelyCode = anyOf(
  [
    /export (?:default|declare|type|interface|class|const|function|async|abstract|enum|[{*])/,
    /import (?:type )?(?:["'][^"'\n]+["'];?$|[\w*{][^;=\n]{0,300} from ["'])/,
    /import [\w.]+(?: as \w+)?(?:, ?[\w.]+)*;?$|from [\w.]+ import /,
    /(?:use|package) [A-Z][\w:]*(?: qw.{0,300})?;|use (?:strict|warnings|v?5)|package [\w.]+;$|sub \w+\s*\{/,
    /(?:async )?def \w+\(|class \w{1,80}(?:\([\w., =]{0,200}\))?:$|["']use strict["'];/,
    /Object\.defineProperty\(exports|(?:const|let|var) [\w{[][^=\n]{0,300} = /,
    /declare (?:const|function|module|namespace)/,
    /(?:public |private |protected |internal |abstract |final )+(?:class|interface|enum) /,
    /class \w{1,80}(?!\w)[^;"\n]{0,300}\{$|func (?:\(\w+ [^)\n]{0,300}\) )?\w+\(|pub (?:fn|struct|mod|use|enum)|if __name__/,
    /(?:async )?function \w+ ?\(|\(function|module\.exports|local function/,
    /#include [<"]\S+\.h(?:pp)?[>"]\s*$|#define \w+\(/,
  ],
  { before: '^(?:', after: ')', flags: 'm' },
);

/** A style sheet's declaration. */
const styleLine = /^\s*(?:[a-z-]+|--[\w-]+)\s*:\s{0,80}[^;{}]+;\s*$/;
const closing = /^\s*[})\]]+;?,?\s*$/;
/** These have scripts, shell commands or C's own preprocessor in them. */
const lenient = new Set([
  'devicetree',
  'rsyslog',
  'logrotate',
  'terraform',
  'kubernetes',
  'gitlab-ci',
  'ansible',
  'compose',
  'crontab',
  'junos',
  'f5',
]);

/** Whether a text is written for readers: headings with fenced code, links or pictures between its sentences. */
export function isMarkdown(text: string): boolean {
  const head = text.slice(0, 50_000);
  const hasHeading = /^#{1,6} \S|^[^\n]{1,80}\n(?:={3,}|-{3,})\s*$|^<(?:h\d|p|div|img|center|picture)\b/m.test(head);
  return hasHeading && /^```|^~~~|^[^#\s][^\n]*\]\((?:https?:|\.|\/|#)/m.test(head);
}

/** Whether a text is a program, a script or a style sheet, and not a configuration. */
export function isSourceCode(text: string, kind?: string): boolean {
  const shebang = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(\w+)/.exec(text.slice(0, 200))?.[1];
  if (shebang !== undefined) return shebang !== 'nft' && shebang !== 'vbash';
  if (kind !== 'devicetree' && surelyCode.test(text.slice(0, 100_000))) return true;
  const lines = meaningfulLines(text).slice(0, 2000);
  // Squeezed programs are a few lines of thousands of characters.
  if (
    /^.{500}/m.test(text.slice(0, 20_000)) &&
    /function\s*\w{0,200}\([^)]{0,300}\)\s*\{|=>\s*[{(]/.test(text.slice(0, 20_000))
  )
    return true;
  const telling = lines.filter((line) => !closing.test(line));
  if (telling.length < 3) return false;
  const includes =
    kind === 'devicetree'
      ? 0
      : text
          .slice(0, 20_000)
          .split('\n')
          .filter((line) => /^#\s*(?:include\s*[<"]|define\s+\w|pragma\s)/.test(line)).length;
  const code = telling.filter((line) => codeLine.test(line.slice(0, 300))).length + includes;
  const styles = telling.filter((line) => styleLine.test(line)).length;
  if (/^[ \t]*[\w.#:>,*-][\w.#:> ,*-]{0,200}\s?\{/m.test(text.slice(0, 20_000)) && styles / telling.length > 0.4)
    return true;
  return code / (telling.length + includes) > (kind !== undefined && lenient.has(kind) ? 0.6 : 0.3);
}
