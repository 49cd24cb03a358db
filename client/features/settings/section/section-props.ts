import type { SettingsDto } from '#shared/settings.ts'

export interface SectionProps {
  settings: SettingsDto
}
