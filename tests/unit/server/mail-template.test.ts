import { expect, test } from 'vitest'
import { renderMail } from '#server/reactions/mail/templates.ts'
import { onPaper } from '#shared/base/accent.ts'

const MAIL = {
  recipient: 'jo@example.test',
  subject: 'Two\r\nlines',
  greeting: 'Hello <b>Jo</b>,',
  paragraphs: ['Tom & Jerry said "hi".'],
  button: { label: 'Open', url: 'https://portal.example.test/auth?mode=reset-password&token=abc' },
  note: 'Once only.',
}

test('names and texts are escaped in HTML and plain in text', () => {
  const { html, text } = renderMail('Foyer', MAIL)
  expect(html).toContain('Hello &lt;b&gt;Jo&lt;/b&gt;,')
  expect(html).toContain('Tom &amp; Jerry said &quot;hi&quot;.')
  expect(html).toContain('href="https://portal.example.test/auth?mode=reset-password&amp;token=abc"')
  expect(text).toContain('Hello <b>Jo</b>,')
  expect(text).toContain('\nhttps://portal.example.test/auth?mode=reset-password&token=abc\n')
})

test("emails use the portal's color or the agency's, above the portal's name", () => {
  const own = renderMail('Foyer', MAIL)
  expect(own.html).toContain('background:#0f766e')
  expect(own.html).not.toMatch(/>by |#1d2939/)
  expect(own.html).toMatch(/<img src="cid:mark"[^>]*> Foyer/)
  const branded = renderMail('Foyer', MAIL, { agency: 'Bright & Co', logo: null, accent: '#ffd400' })
  expect(branded.html).toContain(`background:${onPaper('#ffd400')}`)
  expect(branded.html).toContain('>Bright &amp; Co</p>')
  expect(branded.html).toMatch(/by <img src="cid:mark"[^>]*> Foyer/)
  expect(branded.html).not.toContain('#0f766e')
  expect(branded.text).toContain('-- \nBright & Co\nby Foyer')
})

test("a subject can't contain a second header line", () => {
  expect(renderMail('Foyer', MAIL).subject).toBe('Two lines')
})

test('emails that recipients can unsubscribe from say how', () => {
  const unsubscribeUrl = 'https://portal.example.test/unsubscribe/abc'
  const { html, text } = renderMail('Foyer', { ...MAIL, unsubscribeUrl })
  expect(text).toContain(`Stop these emails: ${unsubscribeUrl}`)
  expect(html).toContain(`href="${unsubscribeUrl}"`)
  expect(renderMail('Foyer', MAIL).text).not.toContain('Stop these emails')
})
