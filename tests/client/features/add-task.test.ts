import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TITLES, titlesReducer } from '#client/features/work/tasks/add/titles.ts'

test('accounts for every typed title: in the field, pending, rejected or saved', () => {
  const step = fc.oneof(fc.constant('send'), fc.constant('refuse'), fc.constant('settle'))
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let titles = NO_TITLES
      let saved = 0
      let typed = 0
      for (const kind of steps) {
        const oldest = titles.waiting.at(-1)
        if (kind === 'send') {
          if (titles.text === '') {
            typed += 1
            titles = titlesReducer(titles, { kind: 'typed', text: `Task ${typed}` })
          }
          titles = titlesReducer(titles, { kind: 'sent' })
        } else if (oldest !== undefined) {
          if (kind === 'settle') saved += 1
          titles = titlesReducer(titles, { kind: kind === 'settle' ? 'settled' : 'refused', key: oldest.key })
        }
        const held = [titles.text, ...titles.waiting.map(({ title }) => title), ...titles.returned]
        expect(held.filter((title) => title !== '')).toHaveLength(typed - saved)
      }
    }),
  )
})

test('restores a rejected title once the field is empty', () => {
  const sent = titlesReducer(titlesReducer(NO_TITLES, { kind: 'typed', text: ' One ' }), { kind: 'sent' })
  expect(sent).toMatchObject({ text: '', waiting: [{ key: 1, title: 'One' }] })
  expect(titlesReducer(sent, { kind: 'refused', key: 1 })).toMatchObject({ text: 'One', waiting: [] })
  const typing = titlesReducer(sent, { kind: 'typed', text: 'Two' })
  const refused = titlesReducer(typing, { kind: 'refused', key: 1 })
  expect(refused).toMatchObject({ text: 'Two', returned: ['One'] })
  expect(titlesReducer(refused, { kind: 'sent' })).toMatchObject({ text: 'One', returned: [] })
})
