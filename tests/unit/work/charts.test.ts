import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apart } from '#client/features/overview/dashboard/charts/end-labels.ts'
import { placeIn, windowOf } from '#client/features/overview/dashboard/charts/project-window.ts'
import { countBySpan, spanStarts, stockTrend, trendInstants } from '#server/overview/dashboard/rules.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { type ProjectSpan, TREND_POINTS } from '#shared/overview/charts.ts'

const project = (start_date: string, delivery_date: string, progress: number): ProjectSpan => ({
  id: 'id',
  name: 'Website',
  client_name: 'Harbor & Co',
  status: 'in_progress',
  start_date,
  delivery_date,
  progress,
  health: null,
})

test('a total reconstructed backwards equals counting forwards', () => {
  const changes = fc.array(fc.record({ added: fc.nat(50), gone: fc.nat(50) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.nat(1000), changes, (first, spans) => {
      const forwards = spans.reduce<number[]>(
        (figures, { added, gone }) => figures.concat((figures.at(-1) ?? 0) + added - gone),
        [first],
      )
      const told = stockTrend(
        forwards.at(-1) ?? 0,
        spans.map(({ added }) => added),
        spans.map(({ gone }) => gone),
      )
      expect(told).toEqual(forwards)
    }),
  )
})

test('instants count in their interval, a boundary in the interval it starts', () => {
  expect(countBySpan(['a', 'b', 'bb', 'c', 'z', null], ['b', 'c'])).toEqual([2, 2])
})

test('a trend has points thirty days apart, and its intervals end today', () => {
  const now = new Date('2026-03-31T10:00:00Z')
  const instants = trendInstants(now)
  expect(instants).toHaveLength(TREND_POINTS - 1)
  expect(instants.at(-1)).toBe('2026-03-01T10:00:00.001Z')
  expect(spanStarts('2026-03-31', 2)).toEqual(['2026-01-31', '2026-03-02'])
})

test('labels at line ends never overlap and stay in the chart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 160 }), { minLength: 1, maxLength: 4 }), (places) => {
      const sorted = apart(places, 34, 160).toSorted((a, b) => a - b)
      for (const [index, place] of sorted.entries()) {
        expect(place).toBeGreaterThanOrEqual(-17)
        expect(place).toBeLessThanOrEqual(160 - 17)
        if (index > 0) expect(place - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(34 - 1e-9)
      }
    }),
  )
  expect(apart([100, 20], 34, 160)).toEqual([83, 3])
})

test('bars are within their window, which always includes today', () => {
  const today = '2026-03-31'
  const day = fc.integer({ min: -400, max: 400 }).map((days) => shiftDate(today, days))
  fc.assert(
    fc.property(fc.array(fc.tuple(day, day), { minLength: 1, maxLength: 8 }), (dates) => {
      const projects = dates.map(([one, other]) =>
        project(...([one, other].toSorted() as [string, string]), 0),
      )
      const window = windowOf(projects, today)
      expect(window.from <= today && today < window.to).toBe(true)
      for (const { start_date, delivery_date } of projects) {
        const [start, end] = [placeIn(window, start_date), placeIn(window, delivery_date)]
        expect(start >= 0 && start <= end && end <= 100).toBe(true)
      }
    }),
  )
})
