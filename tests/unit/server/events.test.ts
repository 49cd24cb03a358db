import { expect, test } from 'vitest'
import { NOTIFICATION_HANDLERS } from '#server/reactions/notifications/react.ts'
import { appRouter } from '#server/router.ts'
import { NOTIFICATION_KINDS } from '#shared/base/events/notification-kinds.ts'
import { ALL_DOMAINS, APP_INFO_DOMAIN } from '#shared/base/live.ts'
import { AUDIT_AREAS } from '#shared/reactions/audit.ts'
import { EVENTS, type EventName, kindOf } from '#shared/reactions/events.ts'
import { WEBHOOK_EVENTS } from '#shared/reactions/webhooks.ts'

const names = Object.keys(EVENTS) as EventName[]

const modules = import.meta.glob<Record<string, unknown>>('../../../shared/**/*events.ts', { eager: true })
const groups = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, group]) => (name.endsWith('_EVENTS') ? [group as object] : []))

test('no event is declared twice', () => {
  expect(groups.flatMap((group) => Object.keys(group)).sort()).toEqual([...names].sort())
})

test('every notification type is raised by an event, and no event raises an unknown one', () => {
  const raised = new Set(names.flatMap((name) => kindOf(name).notifies ?? []))
  expect([...raised].sort()).toEqual(Object.keys(NOTIFICATION_KINDS).sort())
})

test('exactly the events with a handler notify', () => {
  const notifying = names.filter((name) => kindOf(name).notifies !== undefined)
  expect(Object.keys(NOTIFICATION_HANDLERS).sort()).toEqual(notifying.sort())
})

test('an event affects a router, shared data or everything', () => {
  const domains = [...Object.keys(appRouter._def.record), APP_INFO_DOMAIN, ALL_DOMAINS]
  for (const name of names) {
    for (const domain of kindOf(name).touches) expect(domains, name).toContain(domain)
  }
})

test('webhooks include these events, each with a sentence', () => {
  expect([...WEBHOOK_EVENTS].sort()).toEqual([
    'client.created',
    'client.imported',
    'import.finished',
    'import.undone',
    'invoice.credit-applied',
    'invoice.credit-removed',
    'invoice.credited',
    'invoice.paid',
    'invoice.sent',
    'invoice.voided',
    'invoice.write-off-undone',
    'invoice.written-off',
    'payment.disputed',
    'payment.failed',
    'payment.refund-failed',
    'payment.refunded',
    'payment.succeeded',
    'project.completed',
    'project.created',
    'project.status-changed',
    'project.updated',
    'provider-payout.failed',
    'task.assigned',
    'task.completed',
    'task.created',
    'task.deleted',
    'task.repeated',
    'task.status-changed',
    'task.updated',
  ])
  // This one's sentence is only for webhooks: the feed shows the payment.
  const shown = WEBHOOK_EVENTS.filter((name) => name !== 'invoice.paid')
  for (const name of shown) expect(kindOf(name as EventName).activity, name).toBeDefined()
})

test('the audit log can be filtered by each of its areas', () => {
  const audited = names.filter((name) => kindOf(name).audit !== undefined)
  for (const name of audited) {
    expect(AUDIT_AREAS.filter(({ value }) => name.startsWith(value))).toHaveLength(1)
  }
  expect(AUDIT_AREAS).toContainEqual({ value: 'webhook.', label: 'Webhooks' })
})
