import { Fact, Facts } from '#client/components/detail-parts.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import type { OperationDto } from '#shared/platform.ts'
import { formatSize } from '../../files/upload.ts'
import { SettingsCard } from '../section/settings-card.tsx'

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
