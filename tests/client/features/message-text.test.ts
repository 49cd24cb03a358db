import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionedIds } from '#client/features/work/messages/message/mentioned-ids.ts'
import {
  insertMention,
  mentionBefore,
  splitText,
} from '#client/features/work/messages/message/message-text.ts'

const people = [
  { user_id: 'u1', name: 'Maya Chen', role: 'client' },
  { user_id: 'u2', name: 'Maya', role: 'employee' },
]

describe('message text', () => {
  test.each([
    ['Send it to billing@Maya.com, info+@Maya or jürgen@Maya', []],
    ['谢谢@Maya', ['u2']],
    ['Thanks…@Maya', ['u2']],
    ['(@Maya)', ['u2']],
  ])('an address mentions nobody: %s', (text, expected) => {
    expect(mentionedIds(text, people)).toEqual(expected)
  })

  test('links URLs without the punctuation that follows them', () => {
    expect(splitText('See https://a.test/x?y=1, or (http://b.test).', [])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.test/x?y=1' },
      { kind: 'text', text: ', or (' },
      { kind: 'link', text: 'http://b.test' },
      { kind: 'text', text: ').' },
    ])
  })

  test.each([
    ['https://en.wikipedia.org/wiki/Foyer_(housing)', 'https://en.wikipedia.org/wiki/Foyer_(housing)'],
    ['(https://en.wikipedia.org/wiki/Foyer_(housing)).', 'https://en.wikipedia.org/wiki/Foyer_(housing)'],
    ['[https://a.test/x?y[1]=2]!', 'https://a.test/x?y[1]=2'],
    ['https://a.test/x?y[1]', 'https://a.test/x?y[1]'],
    ['https://example.com/a。谢谢', 'https://example.com/a'],
    ['见https://example.com/路径（新）', 'https://example.com/路径'],
    ['「https://example.com/a」を', 'https://example.com/a'],
    ['“https://example.com/a…” he said', 'https://example.com/a'],
  ])('in %j, links %s', (content, address) => {
    const links = splitText(content, []).filter((part) => part.kind === 'link')
    expect(links).toEqual([{ kind: 'link', text: address }])
  })

  test('loses no character, and ends no link in punctuation or an unmatched bracket', () => {
    const piece = fc.constantFrom(
      'https://a.test/',
      'x',
      '(',
      ')',
      '[',
      ']',
      '}',
      '.',
      ',',
      '。',
      '（',
      '）',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const parts = splitText(pieces.join(''), [])
        expect(parts.map((part) => part.text).join('')).toBe(pieces.join(''))
        for (const { text } of parts.filter((part) => part.kind === 'link')) {
          expect(text).toMatch(/^https:[^。（）]*[^.,。（）]$/)
          const count = (mark: string) => text.split(mark).length - 1
          if (text.endsWith(')')) expect(count('(')).toBeGreaterThanOrEqual(count(')'))
          if (text.endsWith(']')) expect(count('[')).toBeGreaterThanOrEqual(count(']'))
        }
      }),
    )
  })

  test('links only http and https', () => {
    const text = 'javascript:alert(1) data:text/html,x'
    expect(splitText(text, [])).toEqual([{ kind: 'text', text }])
  })

  test('matches the longest mentioned name', () => {
    expect(splitText('Hi @Maya Chen and @Maya!', ['Maya', 'Maya Chen'])).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'mention', text: '@Maya Chen' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@Maya' },
      { kind: 'text', text: '!' },
    ])
  })
})

describe('mention suggestions', () => {
  test('start at an @ that begins a word and end where no name matches', () => {
    expect(mentionBefore('@', 1)).toBe('')
    expect(mentionBefore('Hi @Ma', 6)).toBe('Ma')
    expect(mentionBefore('Hi @Maya Ch', 11)).toBe('Maya Ch')
    expect(mentionBefore('mail@test', 9)).toBeNull()
    expect(mentionBefore('Hi @Maya Chen there', 19)).toBeNull()
    expect(mentionBefore('Hi @Ma', 2)).toBeNull()
  })

  test('replace the typed text with the full name', () => {
    expect(insertMention('Hi @ma, ok', 6, 'Maya Chen')).toEqual({ text: 'Hi @Maya Chen , ok', caret: 14 })
  })

  test('match people by full name', () => {
    expect(mentionedIds('@Maya Chen please look', people)).toEqual(['u1'])
    expect(mentionedIds('@Maya: and @Maya Chen', people)).toEqual(['u1', 'u2'])
    expect(mentionedIds('Maya Chen', people)).toEqual([])
  })

  test('match no longer name, in scripts that separate words', () => {
    expect(mentionedIds('@Maya Chennai and @Mayas', people)).toEqual(['u2'])
    expect(mentionedIds('@Maya Chen-Ross', people)).toEqual(['u2'])
    expect(mentionedIds('@Maya Chen2, @Maya Chen', people)).toEqual(['u1', 'u2'])
    expect(mentionedIds('@Maya Chenさん', people)).toEqual(['u1'])
    expect(mentionedIds('@Maya Chen’s, @Maya_', people)).toEqual(['u1', 'u2'])
    expect(splitText('@Maya Chennai', ['Maya Chen'])).toEqual([{ kind: 'text', text: '@Maya Chennai' }])
  })

  test('count as mentions where they are shown as such, and not in code', () => {
    expect(mentionedIds('Run `git blame @Maya Chen`\n```\n@Maya Chen\n```', people)).toEqual([])
    expect(mentionedIds('- **@Maya Chen**\n- `@Maya`\n> @Maya', people)).toEqual(['u1', 'u2'])
  })

  test('match those chosen last if people share a name', () => {
    const namesakes = ['a', 'b', 'c'].map((user_id) => ({ user_id, name: 'Anna Schmidt', role: 'employee' }))
    const ids = (text: string, chosen: string[]) =>
      mentionedIds(text, [...people, ...namesakes], chosen).sort()
    expect(ids('@Anna Schmidt, @Maya', ['b'])).toEqual(['b', 'u2'])
    expect(ids('@Anna Schmidt', ['a', 'u1', 'b', 'a'])).toEqual(['a'])
    expect(ids('@Anna Schmidt and @Anna Schmidt', ['c', 'b', 'a'])).toEqual(['a', 'b'])
    expect(ids('@Maya', ['a', 'u1'])).toEqual(['u2'])
    expect(ids('@Anna Schmidt', []), 'none chosen: everyone it can mean').toEqual(['a', 'b', 'c'])
  })

  test('any names and texts are split without losing a character', () => {
    const name = fc.stringMatching(/^[A-Za-z.*+?()山ä ]{1,6}$/)
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 4 }),
        fc.array(fc.oneof(name, fc.constant('@'))),
        (names, texts) => {
          const text = texts.join('')
          const parts = splitText(text, names)
          expect(parts.map((part) => part.text).join('')).toBe(text)
          for (const part of parts) {
            if (part.kind === 'mention') expect(names).toContain(part.text.slice(1))
          }
        },
      ),
    )
  })
})
