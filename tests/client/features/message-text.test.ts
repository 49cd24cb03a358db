import { describe, expect, test } from 'vitest'
import {
  insertMention,
  mentionBefore,
  mentionedIds,
  splitText,
} from '#client/features/work/messages/message/message-text.ts'

const people = [
  { user_id: 'u1', name: 'Maya Chen', role: 'client' },
  { user_id: 'u2', name: 'Maya', role: 'employee' },
]

describe('message text', () => {
  test('links URLs without the punctuation that follows them', () => {
    expect(splitText('See https://a.test/x?y=1, or (http://b.test).', [])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.test/x?y=1' },
      { kind: 'text', text: ', or (' },
      { kind: 'link', text: 'http://b.test' },
      { kind: 'text', text: ').' },
    ])
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
})
