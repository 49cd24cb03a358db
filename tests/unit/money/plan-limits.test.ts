import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlanned, planLimits } from '#shared/money/plans/packages.ts'

const plan = (
  member_limit: number | null,
  project_limit: number | null,
  storage_limit_gb: number | null,
  price: number | null = 2900,
  kind: 'package' | 'subscription' = 'package',
) => ({ kind, price, member_limit, project_limit, storage_limit_gb })

test.each([
  [plan(5, 10, 5), ['Up to 5 team members', 'Up to 10 projects', '5GB storage']],
  [plan(null, 5, 10), ['Unlimited team members', 'Up to 5 projects', '10GB storage']],
  [plan(1, 1, 1000), ['Up to 1 team member', 'Up to 1 project', '1TB storage']],
  [plan(null, null, null), ['Unlimited team members', 'Unlimited projects', 'Unlimited storage']],
  [plan(null, null, null, null), []],
  [plan(null, 5, 10, 2900, 'subscription'), ['Up to 5 projects', '10GB storage']],
  [plan(40, null, null, null), ['Up to 40 team members']],
])('the limits %j are shown as %j', (limits, words) => {
  expect(planLimits(limits)).toEqual(words)
})

test('each limit is shown on the card with its own figure', () => {
  const limit = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(limit, limit, limit, (members, projects, storage) => {
      const [first, second, third = ''] = planLimits(plan(members, projects, storage))
      expect(first).toMatch(new RegExp(`^Up to ${members} team members?$`))
      expect(second).toMatch(new RegExp(`^Up to ${projects} projects?$`))
      const [, figure, unit] = /^(\d+)(GB|TB) storage$/.exec(third) ?? []
      expect(Number(figure) * (unit === 'TB' ? 1000 : 1)).toBe(storage)
    }),
  )
})

test("features the portal doesn't have are marked as planned", () => {
  expect(['White-label', ' sso ', 'SSO'].every(isPlanned)).toBe(true)
  expect(['API access', 'SSO consulting', ''].some(isPlanned)).toBe(false)
})
