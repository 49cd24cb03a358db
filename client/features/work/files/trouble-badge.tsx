import { Tooltip } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import type { FileDto } from '#shared/work/files.ts'

const TROUBLES = {
  damaged: { label: 'Damaged', hint: 'The stored file is damaged and can’t be opened. Upload it again.' },
  missing: { label: 'Missing', hint: 'The stored file is missing. Upload it again.' },
} as const

/** Shown if the storage has no complete copy of the file. */
export function TroubleBadge({ file: { trouble } }: { file: Pick<FileDto, 'trouble'> }) {
  if (trouble === null) return null
  const { label, hint } = TROUBLES[trouble]
  return (
    <Tooltip label={hint} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span tabIndex={0} aria-label={hint} role="note">
        <StatusBadge status={trouble} label={label} tone="bad" />
      </span>
    </Tooltip>
  )
}
