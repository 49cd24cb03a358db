import { domain } from '../../base/core/domain.ts'
import { VIEW_EFFECTS, VIEW_PURPOSES } from './effects.ts'
import { viewsRouter } from './router.ts'
import { savedViewVisibility } from './visibility.ts'

/** Saved views of lists. */
export const views = domain({
  routers: { views: viewsRouter },
  effects: VIEW_EFFECTS,
  purposes: VIEW_PURPOSES,
  visibility: savedViewVisibility,
  tables: {
    saved_views: {
      of: { agencyOrPerson: 'user_id' },
      own: { person: 'user_id', where: ['shared', '=', 0] },
      key: ['agency_id', 'id', 'user_id'],
      system: ['list', 'version', 'created_at', 'updated_at', 'shared'],
      personal: {
        name: 'row',
        state: 'row',
      },
      ownData: { as: 'saved_views', by: 'user_id', columns: ['list', 'name', 'state', 'created_at'] },
    },
  },
})
