import type { AgencyId } from '#shared/base/roles.ts'
import { domain } from '../../base/core/domain.ts'
import { own } from '../../base/core/rows/visibility.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { announcementsRouter } from './router.ts'

declare module '../../base/db/schema.ts' {
  interface TenantSchema {
    announcements: AnnouncementTable
    announcement_reads: AnnouncementReadTable
  }
}

interface AnnouncementTable {
  agency_id: AgencyId
  id: string
  author_id: string
  author_name: string
  text: string
  version: number
  created_at: string
  updated_at: string
}

interface AnnouncementReadTable {
  agency_id: AgencyId
  announcement_id: string
  user_id: string
  read_at: string
}

/** Announcements of an agency to its clients, and who has read them. */
export const announcements = domain({
  routers: { announcements: announcementsRouter },
  purposes: {
    'announcements.list': 'Lists the newest announcements of the agency, with those who have read each.',
  },
  effects: {
    'announcements.save': {
      does: 'Shows a text on the dashboard of every client of the agency, or changes one (with its id).',
      records: ['announcement.added', 'announcement.changed'],
    },
    'announcements.delete': {
      does: 'Deletes an announcement.',
      follows: 'Clients no longer see it, and who has read it is forgotten.',
      records: ['announcement.deleted'],
    },
    'announcements.markRead': {
      does: 'Marks an announcement as read by the caller.',
      records: ['announcement.read'],
    },
  },
  visibility: {
    announcements: { agency: own, client: own },
    announcement_reads: {
      agency: own,
      client: (row, reach) => row.all(own(row, reach), row.is('user_id', reach.userId)),
    },
  },
  tables: {
    announcements: {
      of: 'agency',
      key: ['agency_id', 'id', 'author_id'],
      content: ['text'],
      system: ['version', 'created_at', 'updated_at'],
      personal: { author_name: { of: 'author_id', becomes: DELETED_USER } },
      ownData: { as: 'announcements', by: 'author_id', columns: ['text', 'created_at'] },
    },
    announcement_reads: {
      of: 'agency',
      own: 'user_id',
      key: ['agency_id', 'announcement_id', 'user_id'],
      system: ['read_at'],
      ownData: { as: 'announcement_reads', by: 'user_id', columns: ['announcement_id', 'read_at'] },
    },
  },
})
