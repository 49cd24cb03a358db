import { Fact, Facts } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import type { OperationDto } from '#shared/overview/platform.ts'
import { formatSize } from '../../../work/files/upload.ts'

export function VersionsCard({ versions, process }: Pick<OperationDto, 'versions' | 'process'>) {
  return (
    <SettingsCard title="Versions">
      <Facts>
        <Fact label="Portal">{versions.portal}</Fact>
        <Fact label="Node.js">{versions.node}</Fact>
        <Fact label="Database">{versions.database}</Fact>
        <Fact label="Schema">{versions.schema}</Fact>
        <Fact label="Started">
          <RelativeTime instant={process.started_at} />
        </Fact>
        <Fact label="Memory">{formatSize(process.memory)}</Fact>
        <Fact label="Open tabs">{process.streams}</Fact>
      </Facts>
    </SettingsCard>
  )
}
