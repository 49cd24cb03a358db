import { describe, expect, test } from 'vitest'
import {
  insertMention,
  mentionBefore,
  mentionedIds,
  splitText,
} from '#client/features/messages/message/message-text.ts'

const people = [
  { user_id: 'u1', name: 'Maya Chen', role: 'client' },
  { user_id: 'u2', name: 'Maya', role: 'employee' },
]

describe('the words of a message', () => {
  test('web addresses become links without the punctuation behind them', () => {
    expect(splitText('See https://a.test/x?y=1, or (http://b.test).', [])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.test/x?y=1' },
      { kind: 'text', text: ', or (' },
      { kind: 'link', text: 'http://b.test' },
      { kind: 'text', text: ').' },
    ])
  })

  test('nothing but http and https is a link', () => {
    const text = 'javascript:alert(1) data:text/html,x'
    expect(splitText(text, [])).toEqual([{ kind: 'text', text }])
  })

  test('the longest mentioned name counts', () => {
    expect(splitText('Hi @Maya Chen and @Maya!', ['Maya', 'Maya Chen'])).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'mention', text: '@Maya Chen' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@Maya' },
      { kind: 'text', text: '!' },
    ])
  })
})

describe('mentioning', () => {
  test('begins with an @ at the start of a word and ends where no name can follow', () => {
    expect(mentionBefore('@', 1)).toBe('')
    expect(mentionBefore('Hi @Ma', 6)).toBe('Ma')
    expect(mentionBefore('Hi @Maya Ch', 11)).toBe('Maya Ch')
    expect(mentionBefore('mail@test', 9)).toBeNull()
    expect(mentionBefore('Hi @Maya Chen there', 19)).toBeNull()
    expect(mentionBefore('Hi @Ma', 2)).toBeNull()
  })

  test('puts the whole name in the place of what was typed', () => {
    expect(insertMention('Hi @ma, ok', 6, 'Maya Chen')).toEqual({ text: 'Hi @Maya Chen , ok', caret: 14 })
  })

  test('names people by their whole name', () => {
    expect(mentionedIds('@Maya Chen please look', people)).toEqual(['u1'])
    expect(mentionedIds('@Maya: and @Maya Chen', people)).toEqual(['u1', 'u2'])
    expect(mentionedIds('Maya Chen', people)).toEqual([])
  })
})
