/** The page's look, in the portal's colours. */
export const pageStyle = `
:root { color-scheme: light dark; --bg: #f6f7f9; --card: #fff; --soft: #f0f2f5; --line: #dfe3e8; --control: #858f9e; --text: #14181d;
  --dim: #5a6472; --link: #0b5fa5; --get: #14662b; --post: #0b5fa5; --put: #734700; --delete: #a3211a; }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1215; --card: #171b20; --soft: #1f242b; --line: #2c333c; --control: #6b7684;
  --text: #e4e8ed; --dim: #a3adba; --link: #7cc0ff; --get: #86e0a4; --post: #7cc0ff; --put: #f5c866; --delete: #ffb0a9; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
pre { margin: 10px 0; padding: 12px; overflow: auto; max-height: 460px; border-radius: 8px; background: var(--soft); white-space: pre; overflow-wrap: normal; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.shell { display: grid; grid-template-columns: 232px minmax(0, 1fr); grid-template-rows: auto 1fr; gap: 0 32px; max-width: 1280px; margin: 0 auto; padding: 24px; }
nav { grid-column: 1; grid-row: 1 / 3; position: sticky; top: 24px; align-self: start; max-height: calc(100vh - 48px); overflow: auto; font-size: 14px; padding: 2px; }
nav ul { list-style: none; margin: 4px 0 16px; padding: 0; }
nav a { display: block; padding: 4px 8px; border-radius: 6px; color: var(--text); text-decoration: none; }
nav a:hover { background: var(--soft); }
nav strong { padding: 0 8px; color: var(--dim); font-size: 13px; }
header, main { grid-column: 2; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }
h1 { margin: 0; font-size: 26px; } h2 { margin: 36px 0 8px; font-size: 20px; } h3 { margin: 24px 0 4px; font-size: 16px; } h4 { margin: 16px 0 4px; font-size: 14px; }
header p { margin: 0; flex-basis: 100%; color: var(--dim); }
.panel { padding: 4px 20px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); margin-top: 12px; }
.panel > h3 { margin-top: 14px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { padding: 6px 10px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th, td:first-child { white-space: nowrap; }
.scroll { overflow-x: auto; }
.tools { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 12px 20px; margin: 12px 0; }
label { display: block; font-weight: 600; font-size: 14px; }
input, textarea, select { width: 100%; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--control); border-radius: 6px; background: var(--card);
  color: var(--text); font: inherit; font-weight: 400; }
textarea { min-height: 160px; font-family: ui-monospace, monospace; font-size: 13px; }
button { padding: 8px 16px; border: 1px solid transparent; border-radius: 6px; background: #0b5fa5; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button[aria-disabled] { opacity: 0.6; }
[role='status'] { font-weight: 600; }
.note[role='status'] { font-weight: 400; }
.note { color: var(--dim); font-size: 13px; margin: 4px 0 0; }
.call { border: 1px solid var(--line); border-radius: 8px; background: var(--card); margin: 8px 0; }
.call > summary { display: flex; flex-wrap: wrap; gap: 2px 12px; padding: 9px 14px; cursor: pointer; list-style: none; align-items: baseline; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--soft); border-radius: 8px; }
.call > summary span:last-child { color: var(--dim); }
.call .body { padding: 0 16px 16px; border-top: 1px solid var(--line); }
.method { min-width: 56px; font-weight: 700; }
.GET { color: var(--get); } .POST { color: var(--post); } .PUT { color: var(--put); } .DELETE { color: var(--delete); }
.props { list-style: none; margin: 0; padding: 0; }
.props .props { margin: 4px 0 4px 8px; padding-left: 12px; border-left: 2px solid var(--line); }
.props > li { padding: 7px 0; border-bottom: 1px solid var(--line); }
.props > li:last-child { border-bottom: 0; }
.props p { margin: 2px 0 0; font-size: 14px; white-space: pre-line; }
.type { color: var(--dim); font-size: 13px; }
.needed { color: var(--delete); font-size: 13px; }
.props summary { cursor: pointer; color: var(--link); font-size: 13px; }
.columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 28px; }
.try { margin-top: 16px; padding: 4px 16px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 10px 14px; margin: 8px 0; }
.fields label { font-family: ui-monospace, monospace; font-size: 13px; }
[hidden] { display: none !important; }
@media (max-width: 860px) { .shell { display: block; padding: 16px; } .columns { display: block; }
  nav { position: static; max-height: none; margin-top: 16px; } nav ul { display: flex; flex-wrap: wrap; } h1 { font-size: 22px; } .panel { padding: 2px 14px 12px; } }
`
