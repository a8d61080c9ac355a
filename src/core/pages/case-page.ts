import { html } from 'hono/html';
import { formatSize } from '#core/format-size.ts';
import type { CaseAnswer, CaseBehind, CaseContext, CaseRecord, CitedLines, EvidenceBlock } from './case-record.ts';
import { type Html, titled } from './html.ts';
import { renderAnswer } from './render-answer.ts';
import { renderResultChart } from './result-chart.ts';
import { moment, plural } from './values.ts';

export interface CaseView {
  record: CaseRecord;
  /** Address of this page. */
  path: string;
  /** What was just done here, as its address says. */
  done?: string | undefined;
  /** Address of the file; undefined: it can be looked at nowhere here. */
  fileLink: string | undefined;
  context: CaseContext | undefined;
  /** The file's charts; undefined: it has none. */
  charts: Html | undefined;
  /** Address of `app.log:12` or `app.log:12-14`; undefined: those lines can be looked at nowhere here. */
  linkOf(place: string): string | undefined;
}

/** What is behind an answer whose file lies at a service that has no pages here. */
export function behindElsewhere(behind: CaseBehind | undefined): Omit<CaseView, 'record' | 'path' | 'done'> {
  const charts = behind?.charts ?? [];
  return {
    fileLink: undefined,
    context: behind?.context,
    charts: charts.length > 0 ? html`${charts.map((chart) => renderResultChart(chart, true))}` : undefined,
    linkOf: () => undefined,
  };
}

/** Everything behind one answer: what it says, what it rests on, and what became of it. */
export function renderCasePage(view: CaseView): Html {
  const { record, context } = view;
  const { answer } = record;
  return html`
    <article class="case">
      <h1 class="name">${answer?.verdict ? html`<span class="verdict ${answer.verdict.toLowerCase()}">${answer.verdict}</span> ` : ''}${titled(answer?.cause ?? titleWithoutAnswer(record))}</h1>
      <p class="about">${aboutFile(view)}</p>
      ${record.question ? html`<p class="asked">Asked: ${record.question.slice(0, 500)}</p>` : ''}
      ${answer ? html`<div class="report">${renderAnswer(answer.explanation, view.linkOf)}</div>` : ''}
      ${answer?.isFigure ? (answer.charts ?? []).map((chart) => renderResultChart(chart)) : ''}
      ${answer && answer.next.length > 0 ? renderSentences('Next', answer.next, view) : ''}
      ${renderActions(view)}
      ${renderDone(view.done)}
      ${renderEvidence(view)}
      ${context && context.timeline.length > 1 && !answer?.isFigure ? renderTimeline(context, view) : ''}
      ${answer && answer.notTheCause.length > 0 ? renderSentences('Not the cause', answer.notTheCause, view) : ''}
      ${answer?.also ? html`<section aria-labelledby="also-title"><h2 id="also-title">Also in the file</h2><div class="report">${renderAnswer(answer.also, view.linkOf)}</div></section>` : ''}
      ${view.charts ? renderCharts(view.charts, answer) : ''}
      ${renderSiblings(record)}
      ${renderPosted(record)}
      ${renderDropped(record, context)}
      ${answer ? renderDetails(answer, record) : ''}
    </article>`;
}

/** Of a figure, the charts of the file are about something else: they are there for whoever wants them. */
function renderCharts(charts: Html, answer: CaseAnswer | undefined): Html {
  const all = html`<div class="charts">${charts}</div>`;
  if (answer?.isFigure) return html`<details class="fold"><summary>Charts of the file</summary>${all}</details>`;
  return html`<section aria-labelledby="charts-title"><h2 id="charts-title">Charts</h2>${all}</section>`;
}

function titleWithoutAnswer({ name, questionState, detail }: CaseRecord): string {
  if (questionState === 'failed' || questionState === 'cancelled') return detail ?? `${name} was not answered`;
  return `${name} is being worked on`;
}

function aboutFile({ record: { name, fileType, sizeBytes }, fileLink }: CaseView): Html {
  const label = fileLink ? html`<a href="${fileLink}">${name}</a>` : name;
  return html`<span>${label}</span>${fileType ? html`<span>${fileType}</span>` : ''}${sizeBytes === undefined ? '' : html`<span>${formatSize(sizeBytes)}</span>`}`;
}

function renderSentences(title: string, sentences: readonly string[], { linkOf }: CaseView): Html {
  return html`<section class="said"><h2>${title}</h2>${sentences.map((sentence) => renderAnswer(sentence, linkOf))}</section>`;
}

/** Each is a form: pressing twice is once, and nothing happens by looking. */
function renderActions({ record, path }: CaseView): Html {
  const { judged, posted } = record;
  const hasFailed = posted.some(({ state }) => state === 'failed');
  const vote = (word: 'right' | 'wrong', label: string, count: number) =>
    html`<form method="post" action="${path}/judge"><button name="word" value="${word}" aria-pressed="${judged.own === word ? 'true' : 'false'}">${label}${count > 0 ? ` (${count})` : ''}</button></form>`;
  return html`<div class="actions-row" role="group" aria-label="What to do with this answer">
    ${vote('right', 'Right', judged.right)} ${vote('wrong', 'Wrong', judged.wrong)}
    <form method="post" action="${path}/replay"><button>Ask again</button></form>
    ${hasFailed ? html`<form method="post" action="${path}/retry"><button>Post again</button></form>` : ''}
  </div>`;
}

/** What comes of it is seen elsewhere, so the page says where. */
const doneWords: Record<string, string> = {
  replay: 'Asked again. The answer comes where this one was posted; if it is the same, one line there says so.',
  retry: 'The answer is being posted again.',
};

function renderDone(done: string | undefined): Html | string {
  const words = done !== undefined && Object.hasOwn(doneWords, done) ? doneWords[done] : undefined;
  return words === undefined ? '' : html`<p class="notice success" role="status">${words}</p>`;
}

function renderEvidence({ record, context, linkOf }: CaseView): Html {
  const around = context?.evidence ?? [];
  const blocks = around.length > 0 ? around : (record.answer?.proof ?? []).map(quoteAlone);
  if (blocks.length === 0) return html``;
  return html`<section aria-labelledby="proof-title"><h2 id="proof-title">Proof</h2>
    ${blocks.map((block) => {
      const place = placeOf(block);
      return html`<figure class="quote">
        <figcaption>${linked(place, linkOf)}</figcaption>
        <div class="lines" tabindex="0" role="region" aria-label="Lines around ${place}"><table class="numbered"><tbody>${block.lines.map(
          ({ n, text, isCited, severity }) =>
            html`<tr class="${isCited ? 'marked' : ''} ${severity ?? ''}"><th scope="row">${n}</th><td>${titled(text)}</td></tr>`,
        )}</tbody></table></div>
      </figure>`;
    })}</section>`;
}

/** A quote whose surroundings cannot be told. */
function quoteAlone({ file, lineStart, lineEnd, excerpt }: CitedLines): EvidenceBlock {
  const lines = excerpt.split('\n').map((text, index) => ({ n: lineStart + index, text, isCited: true }));
  return { file, lineStart, lineEnd, lines: lines.map((line) => ({ ...line, severity: undefined })) };
}

function renderTimeline({ timeline }: CaseContext, { linkOf }: CaseView): Html {
  return html`<section aria-labelledby="led-title"><h2 id="led-title">What led to it</h2>
    <ol class="timeline">${timeline.map(
      ({ when, text, file, line, severity, isCited }) =>
        html`<li class="${isCited ? 'cited' : ''} ${severity ?? ''}"><time>${when}</time> ${linked(`${file}:${line}`, linkOf)} <code>${text}</code></li>`,
    )}</ol></section>`;
}

function linked(place: string, linkOf: CaseView['linkOf']): Html {
  const link = linkOf(place);
  return link ? html`<a href="${link}" class="place">${place}</a>` : html`<span class="place">${place}</span>`;
}

function placeOf({ file, lineStart, lineEnd }: EvidenceBlock): string {
  return `${file}:${lineStart}${lineEnd > lineStart ? `-${lineEnd}` : ''}`;
}

function renderSiblings({ siblings }: CaseRecord): Html {
  if (siblings.length === 0) return html``;
  return html`<section aria-labelledby="siblings-title"><h2 id="siblings-title">The same cause elsewhere</h2>
    <ul class="earlier">${siblings.map(
      ({ name, verdict, place, atMs, page }) =>
        html`<li>${page ? html`<a href="${page}">${name}</a>` : name} <span class="hint">${place}, ${moment(atMs)}${verdict ? `, ${verdict}` : ''}</span></li>`,
    )}</ul></section>`;
}

function renderPosted({ posted, steps }: CaseRecord): Html {
  return html`<section aria-labelledby="posted-title"><h2 id="posted-title">Where it was posted</h2>
    ${posted.length === 0 ? html`<p class="empty">Nowhere yet.</p>` : ''}
    <ul class="earlier">${posted.map(
      ({ label, url, state, reason, atMs }) =>
        html`<li>${url ? html`<a href="${url}" rel="noreferrer">${label}</a>` : label} <span class="hint">${state === 'sent' ? 'posted' : state}${reason ? `: ${reason}` : ''}, ${moment(atMs)}</span></li>`,
    )}</ul>
    <p class="hint">${steps.map(({ atMs, text }, index) => html`${index > 0 ? ' · ' : ''}${text} ${moment(atMs)}`)}</p>
  </section>`;
}

/** What did not make it into the answer, and why. */
function renderDropped(record: CaseRecord, context: CaseContext | undefined): Html {
  const { answer, beside, detail } = record;
  const dropped = answer?.evidence.dropped ?? 0;
  const reasons = [
    ...(detail ? [detail] : []),
    ...(dropped > 0
      ? [`${plural(dropped, 'quote')} of the answer ${dropped === 1 ? 'was' : 'were'} dropped: not in the file.`]
      : []),
    ...beside.map(({ name, state, detail: why }) => `${name}: ${why ?? state}`),
    ...(context?.unread.slice(0, 50) ?? []),
  ];
  if (reasons.length === 0) return html``;
  return html`<section aria-labelledby="dropped-title"><h2 id="dropped-title">Not used</h2>
    <ul class="texts">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></section>`;
}

function renderDetails({ evidence, signature, engine, durationMs }: CaseAnswer, { sha256 }: CaseRecord): Html {
  const facts: [string, string][] = [
    ['Quotes', evidence.state === 'checked' ? 'looked up in the file' : 'could not be looked up'],
    ...(signature ? [['Signature', signature] as [string, string]] : []),
    ...(engine ? [['Engine', engine] as [string, string]] : []),
    ...(durationMs === undefined ? [] : [['Search', `${(durationMs / 1000).toFixed(1)} s`] as [string, string]]),
    ...(sha256 ? [['sha256', sha256] as [string, string]] : []),
  ];
  return html`<details class="fold"><summary>Details</summary>
    <dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>`;
}
