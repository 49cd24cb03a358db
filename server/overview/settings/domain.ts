import { domain } from '../../base/core/domain.ts'
import { SETTINGS_EFFECTS, SETTINGS_PURPOSES } from './effects.ts'
import { settingsRouter } from './router.ts'
import { pictureVisibility } from './visibility.ts'

/** A person's and an agency's own settings. */
export const settings = domain({
  routers: { settings: settingsRouter },
  effects: SETTINGS_EFFECTS,
  purposes: SETTINGS_PURPOSES,
  visibility: pictureVisibility,
  tables: {
    user_preferences: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      system: ['theme', 'compact', 'updated_at', 'week_start'],
      personal: {
        locale: 'row',
        timezone: 'row',
      },
      ownData: {
        as: 'preferences',
        by: 'user_id',
        columns: ['theme', 'compact', 'locale', 'timezone', 'week_start'],
        one: true,
      },
    },
    pictures: {
      of: { agencyOrPerson: 'user_id' },
      own: 'user_id',
      file: 'storage_key',
      key: ['id', 'agency_id', 'user_id'],
      secret: ['storage_key'],
      system: ['kind', 'content_type', 'created_at', 'size', 'sha256'],
    },
  },
})
