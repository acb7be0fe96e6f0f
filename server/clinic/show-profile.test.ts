import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { showMarkdown, showPage, showProfile } from './show-profile.ts'

const tags = new Set(
  `p br h1 h2 h3 h4 h5 h6 ul ol li a em strong s code pre blockquote hr div
  table thead tbody tr th td`.split(/\s+/),
)
const tag = /<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g
const attribute = / ([a-z]+)="([^"]*)"/g
const safe: Record<string, RegExp> = {
  href: /^(https?|mailto|tel):/i,
  title: /^/,
  start: /^\d+$/,
  class: /^(prose|visually-hidden|language-.*|align-(left|right|center))$/s,
}

/** Nothing stands in the HTML but these tags with these attributes; all else is text. */
function expectClean(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(tag)) {
    expect(tags, html).toContain(name)
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      expect(value, `${key} in ${html}`).toMatch(safe[key] ?? /$never/)
    }
  }
  expect(html.replaceAll(tag, '')).not.toMatch(/[<>]/)
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<!-- <b> -->',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x" onerror="alert(1)](https://evil.example/x.png)',
  '![[x](javascript:alert(1))](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
  '[x](https://a.example/"onclick="alert(1))',
  '```"><script>alert(1)</script>\nx\n```',
  '| a |\n|:-:|\n| <b onclick=x> |',
  '</textarea></title></style><svg onload=alert(1)>',
  '&lt;script&gt;',
  '# <h1>',
]

test.each(hostile)('%j renders as safe HTML', (text) => {
  expectClean(showMarkdown(text))
  expectClean(showPage(text, 'About'))
  expect(showMarkdown(text)).not.toMatch(/<(a|img)[^>]*(javascript|data|vbscript):/i)
})

test('any combination of hostile markup and text renders as safe HTML', () => {
  const piece = fc.oneof(
    fc.constantFrom(...hostile, '[', ']', '(', ')', '`', '*', '\n', '\n\n', '> ', '- ', '"', '\\'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      expectClean(showPage(pieces.join(''), 'About'))
    }),
    { numRuns: 500 },
  )
})

test('twenty thousand characters of nested Markdown render as safe HTML', () => {
  for (const one of ['> ', '[', '*a ', '- ', '![', '`', '| ']) {
    expectClean(showMarkdown(one.repeat(20_000 / one.length)))
  }
})

test('ordinary Markdown renders as the expected HTML', () => {
  const text = `# Us\n## Team\n###### Small\n\nOne\ntwo **three**\n\n- [call](tel:+17185550142)
- [mail](mailto:a@b.example) or [site](https://b.example/?a=1&b=2)\n\n![The team](https://a.example/team.jpg)`
  expect(showMarkdown(text)).toBe(`<h2>Us</h2>
<h3>Team</h3>
<h6>Small</h6>
<p>One<br>
two <strong>three</strong></p>
<ul>
<li><a href="tel:+17185550142">call</a></li>
<li><a href="mailto:a@b.example">mail</a> or <a href="https://b.example/?a=1&amp;b=2">site</a></li>
</ul>
<p>The team</p>
`)
})

test('a one-line page becomes its heading, a longer one gets a hidden title, and an empty one a visible title', () => {
  expect(showPage('this is about page', 'About')).toBe('<h1>this is about page</h1>')
  expect(showPage(' Tom & Ann \n', 'About')).toBe('<h1>Tom &amp; Ann</h1>')
  expect(showPage(' \n', 'About')).toBe('<h1>About</h1>')
  const title = '<h1 class="visually-hidden">About</h1><div class="prose">'
  expect(showPage('One.\n\nTwo.', 'About')).toBe(`${title}<p>One.</p>\n<p>Two.</p>\n</div>`)
  for (const text of ['One\ntwo', '# One', '- One', '*One*', 'x'.repeat(91)]) {
    expect(showPage(text, 'About')).toContain(title)
  }
})

test('a number with letters is shown as it was written, and its link dials their digits', () => {
  const profile = { name: '', address: '', openingHours: '', about: '', contact: '' }
  const shown = (phone: string) =>
    showProfile({ ...profile, phone }, { language: 'en', ...readConfig() })
  expect(shown('(718) 555-SMILE')).toMatchObject({
    phone: '(718) 555-SMILE',
    phoneLink: 'tel:7185557645',
  })
  expect(shown('call 718-555-0142 or 718-555-0143').phoneLink).toBe('tel:7185550142')
})
