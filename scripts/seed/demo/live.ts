import { actAs, actAsPortal, type SeedPerson, type SeedServices } from '#scripts/seed/person.ts'
import { inAgency } from '#server/base/core/rows/reach.ts'
import { newId } from '#server/base/db/values.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { markThreadRead } from '#server/work/messages/commands/mark-read.ts'
import { sendMessage } from '#server/work/messages/commands/send.ts'
import type { NotificationKind } from '#shared/base/events/notification-kinds.ts'
import { links } from '#shared/base/links.ts'
import { at, type DemoWorld, daysAgo, need } from './world.ts'

/** The due date of the oldest open invoice. */
const OVERDUE_DAYS = 20

/** Conversations and notifications; the last step, because it sets who has read what the others caused. */
export async function seedLive(services: SeedServices, world: DemoWorld): Promise<void> {
  // Notifications of past job runs aren't new at the first start.
  for (let days = OVERDUE_DAYS; days >= 0; days -= 1)
    await markOverdueInvoices(actAsPortal(services, daysAgo(world, days)))
  await seedConversations(services, world)
  await seedNotifications(services, world)
}

async function seedConversations(services: SeedServices, world: DemoWorld): Promise<void> {
  const website = need(world.home.projects, 'Harbor Website Redesign')
  const campaign = need(world.home.projects, 'Harbor Spring Campaign')
  const { owner } = world.home
  const emma = contributor(world, 'Emma Rivera')
  const sofia = contributor(world, 'Sofia Patel')
  const say = (sender: SeedPerson, when: Date, project_id: string, content: string) =>
    sendMessage(actAs(services, at(sender, when)), {
      id: newId(),
      project_id,
      content,
      mentions: [],
      file_ids: [],
    })

  await say(owner, daysAgo(world, 3), website, 'Kick-off notes are in the shared folder.')
  await say(world.client, daysAgo(world, 2), website, 'Thanks, looks good.')
  await say(emma, daysAgo(world, 1), website, 'Homepage layout is ready for your review.')
  await say(sofia, daysAgo(world, 1, 2), campaign, 'Please confirm the campaign dates.')
  for (const reader of [owner, ...world.home.contributors]) {
    await markThreadRead(actAs(services, reader), { project_id: website })
    await markThreadRead(actAs(services, reader), { project_id: campaign })
  }
}

interface DemoNotification {
  event: NotificationKind
  title: string
  link: string
}

/** Three unread for each demo account, replacing those the other steps caused. */
async function seedNotifications(services: SeedServices, world: DemoWorld): Promise<void> {
  const { db } = services
  for (const [person, items] of demoNotifications(world)) {
    await db.deleteFrom('notifications').where('user_id', '=', person.userId).execute()
    for (const [index, item] of items.entries()) {
      const portal = actAsPortal(services, daysAgo(world, items.length - index, 1))
      await notify(person.agencyId === null ? portal : inAgency(portal, { agencyId: person.agencyId }), {
        ...item,
        userIds: [person.userId],
        group: `demo:${index}`,
      })
    }
  }
  // Events before seeding must not be emailed.
  await db.updateTable('notifications').set({ mail: 'none' }).execute()
}

function demoNotifications(world: DemoWorld): [SeedPerson, DemoNotification[]][] {
  const admin = world.staff[0]
  if (admin === undefined) throw new Error('The demo has no platform staff')
  const project = (name: string) => links.project(need(world.home.projects, name))
  const task = (title: string) => links.task(need(world.tasks, title))
  const website = links.thread(need(world.home.projects, 'Harbor Website Redesign'))
  return [
    [
      admin,
      [
        { event: 'platform', title: 'Velvet Antenna started a trial', link: '/agencies' },
        { event: 'platform', title: 'Summit Creative Group renewed Enterprise', link: '/packages' },
        { event: 'platform', title: 'Monthly platform report is ready', link: '/accounts' },
      ],
    ],
    [
      world.home.owner,
      [
        { event: 'invoice_paid', title: 'Invoice INV-1002 was paid', link: '/invoices' },
        {
          event: 'project_status',
          title: 'Harbor Spring Campaign is ready for review',
          link: project('Harbor Spring Campaign'),
        },
        { event: 'message', title: 'Jordan Blake sent a message', link: website },
      ],
    ],
    [
      contributor(world, 'Emma Rivera'),
      [
        {
          event: 'task_assigned',
          title: 'You were assigned Contact form API',
          link: task('Contact form API'),
        },
        {
          event: 'task_status',
          title: 'Accessibility pass moved to review',
          link: task('Accessibility pass'),
        },
        { event: 'payout_sent', title: 'Payout of $4,320.00 was sent', link: '/payouts' },
      ],
    ],
    [
      world.client,
      [
        { event: 'invoice_sent', title: 'Invoice INV-1004 is due', link: '/invoices' },
        {
          event: 'project_status',
          title: 'Homepage layout is ready for review',
          link: project('Harbor Website Redesign'),
        },
        {
          event: 'project_status',
          title: 'Harbor Brand Refresh is completed',
          link: project('Harbor Brand Refresh'),
        },
      ],
    ],
  ]
}

function contributor(world: DemoWorld, name: string): SeedPerson {
  const found = world.home.contributors.find((person) => person.name === name)
  if (found === undefined) throw new Error(`The demo has no contributor “${name}”`)
  return found
}
