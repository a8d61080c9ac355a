import type { Context } from 'hono';

/** What every page of this program looks like: a case page, the operators' board, and the console, which adds its own. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #f6f7f9; --paper: #ffffff; --ink: #1c2430; --soft: #55606f; --line: #d8dde5; --accent: #1d5fd1; --on-accent: #ffffff; --mark: #fff3bf; --critical: #7b1e7a; --error: #b3261e; --warning: #8a5a00; --info: #4b5563; --good: #17683a }
@media (prefers-color-scheme: dark) { :root { --ground: #11151b; --paper: #191f28; --ink: #e6eaf0; --soft: #a9b4c2; --line: #303a47; --accent: #82b1ff; --on-accent: #0b1a33; --mark: #4a3f0c; --critical: #e79be6; --error: #ff9d94; --warning: #f0bd63; --info: #b6bfcc; --good: #7fd6a0 } }
* { box-sizing: border-box }
body { margin: 0; overflow-wrap: break-word; background: var(--ground); color: var(--ink); font: 16px / 1.5 system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
main:focus { outline: none }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 8px; top: 8px; background: var(--paper); padding: 8px 12px; z-index: 1 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
main { max-width: 960px; margin: 0 auto; padding: 20px 24px 64px }
h1 { font-size: 26px; line-height: 1.25; margin: 8px 0 16px }
h2 { font-size: 19px; margin: 32px 0 10px }
h3 { font-size: 16px; margin: 0 0 4px }
.card.narrow { max-width: 440px; margin: 40px auto }
.narrow h1 { font-size: 22px; margin-top: 0 }
.empty { color: var(--soft); padding: 20px 0 }
.headline { font-size: 18px; margin: 12px 0 }
button, summary { font: inherit }
button { color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; padding: 6px 14px; cursor: pointer }
button:hover { border-color: var(--accent) }
td button { padding: 3px 10px; font-size: 14px }
button:disabled { opacity: 0.6; cursor: default }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
.notice { border-left: 4px solid var(--accent); background: var(--paper); padding: 10px 14px; border-radius: 4px }
.notice.error { border-color: var(--error) }
.notice.success { border-color: var(--good) }
table { border-collapse: collapse; width: 100%; background: var(--paper); border: 1px solid var(--line) }
td, th { text-align: left; vertical-align: top; padding: 8px 12px; border-bottom: 1px solid var(--line) }
thead th { font-size: 13px; color: var(--soft) }
tbody th { font-weight: 500 }
.number { text-align: right; white-space: nowrap }
time { white-space: nowrap }
.about { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: baseline; color: var(--soft); margin-bottom: 12px }
.earlier, .texts { list-style: none; padding: 0; margin: 4px 0 }
.earlier li, .texts li { padding: 3px 0 }
.earlier .hint { display: block }
.charts { display: grid; gap: 16px }
td.number { text-align: right; font-variant-numeric: tabular-nums }
.quote { margin: 8px 0 }
.quote figcaption { font-size: 14px }
pre, code, .lines { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px }
pre { background: var(--ground); border-radius: 6px; padding: 8px 12px; margin: 4px 0; overflow-x: auto }
code { background: var(--ground); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere }
pre code { padding: 0 }
.citations ol, .report ul { padding-left: 26px }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 10px 20px; margin: 0 }
dt::first-letter { text-transform: uppercase }
dt { font-size: 13px; color: var(--soft) }
dd { margin: 0 }
.lines { overflow-x: auto; border: 1px solid var(--line); background: var(--paper) }
.lines table { border: 0 }
.lines td, .lines th { border: 0; padding: 0 10px; line-height: 1.55 }
.lines th { text-align: right; position: sticky; left: 0; background: var(--paper); width: 1%; white-space: nowrap; overflow-wrap: normal }
.lines th a { color: var(--soft); text-decoration: none }
.lines td { white-space: pre; width: 99% }
.lines tr.marked td, .lines tr.marked th, .lines tr:target td, .lines tr:target th { background: var(--mark) }
.lines tr { scroll-margin-top: 20vh }
.button { display: inline-block; border-radius: 6px; padding: 8px 16px; text-decoration: none; border: 1px solid var(--soft) }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
.verdict { display: inline-block; font-size: 0.6em; letter-spacing: 0.03em; vertical-align: 0.25em; padding: 2px 8px; border-radius: 5px; border: 1.5px solid currentcolor; white-space: nowrap }
.verdict.confirmed { color: var(--good) }
.verdict.likely { color: var(--warning) }
.verdict.inconclusive { color: var(--soft) }
.asked { color: var(--soft); overflow-wrap: anywhere }
.actions-row { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 }
button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600 }
.said p { margin: 4px 0 }
.lines tr.critical td, .lines tr.error td { color: var(--error) }
.lines tr.warning td { color: var(--warning) }
.timeline { list-style: none; margin: 0; padding: 0 0 0 14px; border-left: 2px solid var(--line) }
.timeline li { position: relative; padding: 3px 0; overflow-wrap: anywhere }
.timeline li::before { content: ""; position: absolute; left: -20px; top: 10px; width: 10px; height: 10px; border-radius: 50%; background: var(--info) }
.timeline li.critical::before, .timeline li.error::before { background: var(--error) }
.timeline li.warning::before { background: var(--warning) }
.timeline li.cited { background: var(--mark) }
.timeline time, .timeline .place { font-size: 14px }
.timeline code { display: block; background: none }
.fold { margin: 24px 0 }
.fold > summary { cursor: pointer; color: var(--soft) }
h1.name, h3, .quote figcaption, .texts, .earlier, .about, tbody th, td a, td code, dd { overflow-wrap: anywhere }
@media (scripting: none) { .needs-script { display: none } }
.hint { color: var(--soft); font-size: 14px }
.wide-table { overflow-x: auto }
.brand { font-weight: 700; font-size: 18px; color: inherit; text-decoration: none }
.top { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; padding: 8px 24px; background: var(--paper); border-bottom: 1px solid var(--line) }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 16px 0 }
.result-chart td, .result-chart th { padding: 3px 12px; overflow-wrap: break-word }
.result-chart meter { display: block; width: 100%; min-width: 48px; height: 8px }
@media (max-width: 640px) { main { padding: 12px 14px 48px } .top { padding: 8px 14px } h1 { font-size: 22px } .card { padding: 12px 14px } .lines td, .lines th { padding: 0 6px } .quote .lines td, .quote pre { white-space: pre-wrap; overflow-wrap: anywhere } }
`;

/** Answers with what every page looks like, and what `more` says of some. */
export const servePageStyle =
  (more = '') =>
  (c: Context): Response =>
    c.body(pageStyle + more, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
