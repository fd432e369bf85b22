/** The one style sheet of the checkout page; stands in the page, allowed by its hash. Colours as on the sign-in page. */
export const checkoutStyle = `
:root {
  color-scheme: light dark;
  --ground: #f2f3f5;
  --card: #ffffff;
  --ink: #14161a;
  --soft: #5c6370;
  --line: #d4d8df;
  --accent: #2b50d8;
  --tape: #f2b807;
  --tape-ink: #14161a;
  --good: #1b6e3c;
  --bad: #b3261e;
  --shade: 0 1px 2px rgb(20 22 26 / 8%), 0 18px 44px -18px rgb(20 22 26 / 28%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1114;
    --card: #181b20;
    --ink: #eef0f3;
    --soft: #9aa2b1;
    --line: #333943;
    --accent: #8aa4ff;
    --good: #7ddc9f;
    --bad: #ff8a80;
    --shade: 0 1px 2px rgb(0 0 0 / 40%), 0 18px 44px -18px rgb(0 0 0 / 80%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 24px 16px;
  background: var(--ground);
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main {
  width: 100%;
  max-width: 440px;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 16px;
  box-shadow: var(--shade);
  overflow: hidden;
}
.tape {
  margin: 0;
  padding: 12px 28px;
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
  align-items: baseline;
  background: var(--tape);
  color: var(--tape-ink);
  font-size: 14px;
}
.tape strong { letter-spacing: 0.08em; }
.inside { padding: 28px; }
.seller { margin: 0 0 4px; color: var(--soft); font-size: 14px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
dl { margin: 24px 0; padding: 16px 0; border: solid var(--line); border-width: 1px 0; display: grid; gap: 8px; }
dl div { display: flex; justify-content: space-between; gap: 16px; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.total dt, .total dd { color: var(--ink); font-weight: 650; font-size: 20px; }
form { display: grid; gap: 12px; margin: 0; }
button, .button {
  display: block;
  width: 100%;
  min-height: 48px;
  padding: 11px 20px;
  border: 1px solid transparent;
  border-radius: 10px;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.first { background: var(--ink); color: var(--card); }
.first:hover { opacity: 0.9; }
.second { background: transparent; border-color: var(--line); color: var(--ink); }
.second:hover { border-color: var(--soft); }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.note { margin: 20px 0 0; color: var(--soft); font-size: 14px; }
.state { display: flex; gap: 10px; align-items: center; margin: 0 0 16px; font-weight: 600; }
.state svg { flex: none; }
.paid { color: var(--good); }
.declined, .expired { color: var(--bad); }
@media (forced-colors: active) {
  .tape, button, .button { border: 1px solid; }
}
`;
