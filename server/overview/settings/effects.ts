import type { Effects, Purposes } from '../../base/core/context.ts'

export const SETTINGS_EFFECTS: Effects = {
  'settings.savePreferences': {
    does: 'Changes the caller’s preferences, such as date language, time zone and theme.',
    records: ['preferences.updated', 'preferences.days-moved'],
  },
  'settings.saveAgency': {
    does: 'Changes the agency’s settings, such as its name, time zone and currency.',
    follows: 'A new time zone changes when each day begins for everyone in the agency.',
    records: ['agency.updated', 'agency.days-moved'],
  },
  'settings.saveRates': {
    does: 'Sets the owner’s own hourly rates.',
    follows: 'Time already recorded keeps its rate.',
    records: ['profile.updated'],
  },
}

export const SETTINGS_PURPOSES: Purposes = {
  'settings.get':
    'Returns the caller’s profile, preferences and agency settings, such as time zone and currency.',
  'settings.exportData': 'Exports everything stored about the caller as JSON.',
}
