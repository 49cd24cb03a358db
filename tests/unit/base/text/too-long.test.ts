import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalText, requiredText, textList } from '#shared/base/schemas/text.ts'
import { tooLong } from '#shared/base/text/length.ts'
import { MAX_MESSAGE_LENGTH } from '#shared/work/messages.ts'
import { messageSendInput } from '#shared/work/schemas/messages.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'

test('a field reports the excess exactly where the schema refuses it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40, unit: 'grapheme' }), fc.nat(30), (text, max) => {
      const { error } = z.string().trim().max(max).safeParse(text)
      expect(tooLong(text, max)).toBe(error?.issues[0]?.message ?? null)
    }),
  )
  expect(tooLong(` ${'x'.repeat(11_999)} `, MAX_MESSAGE_LENGTH)).toBe(
    'Use at most 10,000 characters. This is 1,999 too many.',
  )
})

const long = 'x'.repeat(20_000)

test.each<[z.ZodType, unknown]>([
  [requiredText('Required'), long],
  [optionalText(500), long],
  [textList(5, 30), [long]],
  [messageSendInput, { content: long }],
  [taskSaveInput, { title: long, subtasks: [{ title: long }], description: long }],
])('every kind of text reports its excess: %#', (schema, input) => {
  const messages = schema.safeParse(input).error?.issues.filter(({ code }) => code === 'too_big') ?? []
  expect(messages).not.toEqual([])
  for (const { message } of messages)
    expect(message).toMatch(/^Use at most [\d,]+ characters\. This is [\d,]+ too many\.$/)
})
