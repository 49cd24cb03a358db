import type { SettingsDto } from '#shared/overview/settings.ts'

export interface SectionProps {
  settings: SettingsDto
}
