import { expect, test } from 'vitest'
import { NOTIFICATION_HANDLERS } from '#server/reactions/notifications/react.ts'
import { appRouter } from '#server/router.ts'
import { AUDIT_AREAS } from '#shared/audit.ts'
import { AGENCIES_EVENTS } from '#shared/events/agencies.ts'
import { AUTOPAY_EVENTS } from '#shared/events/autopay.ts'
import { IDENTITY_EVENTS } from '#shared/events/identity.ts'
import { IMPORT_EVENTS } from '#shared/events/imports.ts'
import { MONEY_EVENTS } from '#shared/events/money.ts'
import { PEOPLE_EVENTS } from '#shared/events/people.ts'
import { PORTAL_EVENTS } from '#shared/events/portal.ts'
import { PROVIDER_EVENTS } from '#shared/events/provider.ts'
import { SUBSCRIPTION_EVENTS } from '#shared/events/subscriptions.ts'
import { EVENTS, type EventName, kindOf } from '#shared/events/table.ts'
import { TIME_EVENTS } from '#shared/events/time.ts'
import { WORK_EVENTS } from '#shared/events/work.ts'
import { ALL_DOMAINS, APP_INFO_DOMAIN } from '#shared/live.ts'
import { NOTIFICATION_KINDS } from '#shared/notifications.ts'
import { WEBHOOK_EVENTS } from '#shared/webhooks.ts'

const names = Object.keys(EVENTS) as EventName[]

test('no event is declared twice', () => {
  const groups = [
    IDENTITY_EVENTS,
    AGENCIES_EVENTS,
    AUTOPAY_EVENTS,
    PEOPLE_EVENTS,
    WORK_EVENTS,
    TIME_EVENTS,
    MONEY_EVENTS,
    PROVIDER_EVENTS,
    SUBSCRIPTION_EVENTS,
    PORTAL_EVENTS,
    IMPORT_EVENTS,
  ]
  expect(groups.flatMap((group) => Object.keys(group)).sort()).toEqual([...names].sort())
})

test('every kind of notification is raised by an event, and no event raises another', () => {
  const raised = new Set(names.flatMap((name) => kindOf(name).notifies ?? []))
  expect([...raised].sort()).toEqual(Object.keys(NOTIFICATION_KINDS).sort())
})

test('the events that notify are those with a handler', () => {
  const notifying = names.filter((name) => kindOf(name).notifies !== undefined)
  expect(Object.keys(NOTIFICATION_HANDLERS).sort()).toEqual(notifying.sort())
})

test('what an event touches is a router, something every screen shows, or everything', () => {
  const domains = [...Object.keys(appRouter._def.record), APP_INFO_DOMAIN, ALL_DOMAINS]
  for (const name of names) {
    for (const domain of kindOf(name).touches) expect(domains, name).toContain(domain)
  }
})

test('webhooks tell of what the activity feed has a sentence for', () => {
  expect([...WEBHOOK_EVENTS].sort()).toEqual([
    'client.created',
    'invoice.paid',
    'invoice.sent',
    'payment.disputed',
    'payment.failed',
    'payment.succeeded',
    'project.created',
    'project.updated',
    'provider-payout.failed',
    'task.created',
    'task.deleted',
    'task.updated',
  ])
  for (const name of WEBHOOK_EVENTS) expect(kindOf(name as EventName).activity, name).toBeDefined()
})

test('the audit log can be narrowed to each area it keeps', () => {
  const audited = names.filter((name) => kindOf(name).audit !== undefined)
  for (const name of audited) {
    expect(AUDIT_AREAS.filter(({ value }) => name.startsWith(value))).toHaveLength(1)
  }
  expect(AUDIT_AREAS).toContainEqual({ value: 'webhook.', label: 'Webhooks' })
})
