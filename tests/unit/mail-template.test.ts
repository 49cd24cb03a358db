import { expect, test } from 'vitest'
import { renderMail } from '#server/reactions/mail/templates.ts'

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

test('a subject cannot carry a second header line', () => {
  expect(renderMail('Foyer', MAIL).subject).toBe('Two lines')
})

test('mails of a kind that can be stopped say how', () => {
  const unsubscribeUrl = 'https://portal.example.test/unsubscribe/abc'
  const { html, text } = renderMail('Foyer', { ...MAIL, unsubscribeUrl })
  expect(text).toContain(`Stop these emails: ${unsubscribeUrl}`)
  expect(html).toContain(`href="${unsubscribeUrl}"`)
  expect(renderMail('Foyer', MAIL).text).not.toContain('Stop these emails')
})
