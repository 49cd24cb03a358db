import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { activityRouter } from './router.ts'
import { activityVisibility } from './visibility.ts'

/** The activity feed. */
export const activity = domain({
  routers: { activity: activityRouter },
  purposes: {
    'activity.list':
      'Tells who did what recently, in all the caller can see or on one project, task, invoice or client.',
  },
  visibility: activityVisibility,
  tables: {
    activity: {
      of: 'agency',
      key: ['id', 'agency_id', 'actor_id', 'subject_id', 'project_id', 'client_id'],
      system: ['action', 'subject_type', 'created_at'],
      personal: {
        actor_name: { of: 'actor_id', becomes: DELETED_USER },
        summary: [
          { of: 'actor_id', mentions: true },
          { about: 'subject_id', mentions: true },
        ],
      },
      ownData: { as: 'activity', by: 'actor_id', columns: ['action', 'summary', 'created_at'] },
    },
  },
})
