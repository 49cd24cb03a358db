import { expect, test } from 'vitest'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { appRouter } from '#server/router.ts'
import { areasFor, covers, parseScopes, SCOPES } from '#shared/identity/token-scopes.ts'
import { DOMAIN_CASES } from '#tests/isolation/tables/domain-cases.ts'
import { apiDocument } from '#tests/support/reports/api-results.ts'

const AREAS_OF_ROUTERS: Record<string, string[]> = {
  activity: ['overview'],
  agencies: ['platform'],
  audit: ['audit'],
  auth: ['settings'],
  letterhead: ['payments', 'settings'],
  clients: ['clients'],
  // The sample project is written like any other.
  dashboard: ['overview', 'projects'],
  employees: ['people'],
  files: ['projects'],
  finance: ['finance'],
  invitations: ['people'],
  invoices: ['payments'],
  messages: ['messages'],
  notifications: ['overview'],
  packages: ['payments', 'platform'],
  payments: ['payments'],
  payouts: ['payments'],
  people: ['people', 'projects'],
  platform: ['platform'],
  processes: ['processes'],
  projects: ['projects'],
  quickTasks: ['projects'],
  schedule: ['schedules'],
  search: ['overview'],
  settings: ['exports', 'settings'],
  tasks: ['projects'],
  timesheets: ['time'],
  webhooks: ['webhooks'],
  views: ['settings'],
  workLog: ['time'],
  ...Object.assign({}, ...DOMAIN_CASES.map(({ areas }) => areas)),
}

const operations = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path: path.replace('/trpc/', ''),
    method,
    operation,
  })),
)

test('every operation has a scope: read for GET, write for POST', () => {
  expect(operations).toHaveLength(proceduresForPrograms(appRouter).length)
  for (const { path, method, operation } of operations) {
    const [scope = ''] = operation.security[0]?.token ?? []
    expect(SCOPES, path).toContain(scope)
    expect(scope, path).toMatch(method === 'get' ? /:read$/ : /:write$/)
    expect(operation.description, path).toContain(`Needs the scope \`${scope}\`.`)
  }
})

test("a router's operations have the scopes of its area", () => {
  const found: Record<string, string[]> = {}
  for (const { path, operation } of operations) {
    const router = path.split('.')[0] ?? ''
    const area = operation.security[0]?.token[0]?.split(':')[0] ?? ''
    found[router] = [...new Set([...(found[router] ?? []), area])].sort()
  }
  expect(found).toEqual(AREAS_OF_ROUTERS)
})

test('write includes read, and areas are independent', () => {
  expect(covers(['clients:write'], 'clients:read')).toBe(true)
  expect(covers(['clients:read'], 'clients:write')).toBe(false)
  expect(covers(['clients:write'], 'people:read')).toBe(false)
  expect(covers([], 'clients:read')).toBe(false)
})

test('stored scopes unknown to this version grant nothing', () => {
  expect(parseScopes('clients:read fleet:write clients:own')).toEqual(['clients:read'])
  expect(parseScopes('')).toEqual([])
})

test('a role is offered only areas it can use', () => {
  expect(areasFor('client')).not.toContain('clients')
  expect(areasFor('client')).toContain('payments')
  expect(areasFor('employee')).not.toContain('finance')
  expect(areasFor('agency_admin')).toContain('webhooks')
  expect(areasFor('agency_admin')).not.toContain('platform')
  expect(areasFor('super_admin')).toContain('platform')
})
