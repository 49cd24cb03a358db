import { expect, test } from 'vitest'
import {
  formatCardDate,
  formatCount,
  formatDate,
  formatDateRange,
  formatHours,
  formatLongDate,
  formatMinutes,
  formatMonth,
  formatNumber,
  formatQuantity,
  formatShortWeekday,
  formatWeekday,
} from '#shared/base/format.ts'

test('a date has one format per context', () => {
  expect(formatDate('2026-04-04')).toBe('Apr 04, 2026')
  expect(formatDate('2026-11-18T23:30:00.000Z')).toBe('Nov 18, 2026')
  expect(formatCardDate('2026-04-04')).toBe('Apr 4')
  expect(formatLongDate('2026-04-04')).toBe('April 4, 2026')
  expect(formatMonth('2026-04-04')).toBe('April 2026')
  expect([formatWeekday('2026-04-04'), formatShortWeekday('2026-04-04')]).toEqual(['Saturday', 'Sat'])
})

test('a range states shared parts once', () => {
  expect(formatDateRange('2026-03-01', '2026-03-31')).toBe('Mar 01 – 31, 2026')
  expect(formatDateRange('2026-03-15', '2026-04-14')).toBe('Mar 15 – Apr 14, 2026')
  expect(formatDateRange('2025-12-15', '2026-01-14')).toBe('Dec 15, 2025 – Jan 14, 2026')
  expect(formatDateRange('2026-03-01', '2026-03-01')).toBe('Mar 01, 2026')
})

test('time is shown in decimal hours, and calendar durations in minutes', () => {
  expect([0, 36, 5400, 21_660, 1_085_400].map(formatHours)).toEqual([
    '0h',
    '0.01h',
    '1.5h',
    '6.02h',
    '301.5h',
  ])
  expect([45, 60, 90].map(formatMinutes)).toEqual(['45 min', '1 h', '1 h 30 min'])
})

test('quantities and counts agree with their nouns', () => {
  expect(formatQuantity(6, 'hour')).toBe('6 hours')
  expect(formatQuantity(1, 'hour')).toBe('1 hour')
  expect(formatQuantity(0.014, 'hour')).toBe('0.014 hours')
  expect(formatQuantity(3, 'Stk.')).toBe('3 Stk.')
  expect(formatQuantity(2.5, null)).toBe('2.5')
  expect([formatCount(1, 'row'), formatCount(2000, 'row'), formatCount(2, 'person', 'people')]).toEqual([
    '1 row',
    '2,000 rows',
    '2 people',
  ])
  expect(formatNumber(12_300)).toBe('12,300')
})
