import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainText } from '#client/features/work/messages/message/markdown.ts'
import { MessageBody } from '#client/features/work/messages/message/message-body.tsx'

const html = (content: string, mentioned: string[] = []) =>
  renderToStaticMarkup(createElement(MessageBody, { content, mentioned })).replace(
    /^<div[^>]*>|<\/div>$/g,
    '',
  )

test.each([
  ['**bold** and *italic* and _too_', '<p><strong>bold</strong> and <em>italic</em> and <em>too</em></p>'],
  ['**_both_** `a**b**`', '<p><strong><em>both</em></strong> <code>a**b**</code></p>'],
  ['2*3*4, snake_case_name, ** no **, *', '<p>2*3*4, snake_case_name, ** no **, *</p>'],
  ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  [
    'To do:\n- one\n- **two**\n\n3. three',
    '<p>To do:</p><ul><li>one</li><li><strong>two</strong></li></ul><ol start="3"><li>three</li></ol>',
  ],
  ['> said\n> before\nanswer', '<blockquote>said\nbefore</blockquote><p>answer</p>'],
])('formats %j', (content, expected) => {
  expect(html(content)).toBe(expected)
})

test('keeps the characters of code, even if it is unclosed', () => {
  expect(html('```\nif (a < b) **c**\n```\nafter')).toMatch(
    /^<pre[^>]*><code>if \(a &lt; b\) \*\*c\*\*<\/code><\/pre><p>after<\/p>$/,
  )
  expect(html('```ts\nopen')).toContain('<code>open</code>')
})

test('links only http and https URLs, and ignores markup inside them', () => {
  const link = (href: string, text: string) =>
    `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`
  expect(html('[our site](https://a.test/x)')).toBe(`<p>${link('https://a.test/x', 'our site')}</p>`)
  expect(html('https://a.test/_x_/*y*.')).toBe(
    `<p>${link('https://a.test/_x_/*y*', 'https://a.test/_x_/*y*')}.</p>`,
  )
  expect(html('[page](https://a.test/Foyer_(housing)) (**new**)')).toBe(
    `<p>${link('https://a.test/Foyer_(housing)', 'page')} (<strong>new</strong>)</p>`,
  )
  expect(html('https://a.test/a。**new**')).toBe(
    `<p>${link('https://a.test/a', 'https://a.test/a')}。<strong>new</strong></p>`,
  )
  for (const bad of ['[x](javascript:alert(1))', '[x](data:text/html,y)', '[x](//a.test)', '![x](y)'])
    expect(html(bad)).not.toContain('<a')
})

test('shows HTML as text and highlights mentions inside formatting', () => {
  expect(html('<img src=x onerror=alert(1)> **<b>**')).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt; <strong>&lt;b&gt;</strong></p>',
  )
  expect(html('*Hi @Maya Chen*', ['Maya Chen'])).toBe('<p><em>Hi <strong>@Maya Chen</strong></em></p>')
})

test('strips markup from previews', () => {
  expect(plainText('**Done:**\n- [site](https://a.test)\n> `x`')).toBe('Done: site x')
})

test.each([
  '*',
  '**',
  '_',
  '`',
  '[',
  '[a](',
  '[a](https://a(',
  'https://a)',
  '>',
  '- ',
  '**a',
  '_a ',
  '```\n',
  'https://',
  '@',
])('parses %j repeated to the limit of a message and beyond', (piece) => {
  // One that backtracks would take longer than any test may.
  expect(html(piece.repeat(20_000), ['Maya'])).not.toBe('')
})
