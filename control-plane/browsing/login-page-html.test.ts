import { describe, expect, test } from 'vitest';
import { drivePage, type LinkProblem, problemPage, startPage } from './login-page-html.ts';

const hostile = `"><script>alert(1)</script>'&`;

describe('the sign-in pages', () => {
  test('say which site and whose browser, and take neither for markup', () => {
    for (const html of [
      startPage({ host: hostile, accountName: hostile }),
      drivePage(hostile, { host: hostile, accountName: hostile }),
    ]) {
      expect(html).not.toContain('<script>');
      expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;');
    }
    expect(startPage({ host: 'app.example.com', accountName: 'Norra' })).toMatch(/app\.example\.com[\s\S]*Norra/);
  });

  test('have no script and no style of their own in them', () => {
    const html = drivePage('bws_1', { host: 'a', accountName: 'b' });
    expect(html).not.toMatch(/\son\w+=|style=|<script(?![^>]* src=)/);
  });

  test.each(['unknown', 'expired', 'used', 'closed', 'other_account', 'other_window'] satisfies LinkProblem[])(
    'a link that is %s is refused in words of its own',
    (problem) => {
      expect(problemPage(problem)).toMatch(/<h1>[A-Z][^<]+<\/h1>/);
    },
  );
});
