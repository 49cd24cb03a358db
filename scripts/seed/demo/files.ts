import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actAs, type SeedServices } from '#scripts/seed/person.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { addFile, reviewFile } from '#server/work/files/commands.ts'
import { at, type DemoWorld, daysAgo, need } from './world.ts'

interface DemoFile {
  project: string
  name: string
  content: string
  daysAgo: number
  /** The client's decision. */
  approved: boolean
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
  <path d="M48 10v62M30 26h36M14 52c2 20 16 32 34 34 18-2 32-14 34-34" fill="none" stroke="#0f3d5c" stroke-width="8" stroke-linecap="round"/>
</svg>
`

const BRAND_GUIDE = `# Harbor & Co brand guide

## Logo
Keep half the anchor's width free on every side. In one color it is always ink or white.

## Palette
- Deep water  #0F3D5C
- Signal red  #C8452D
- Sailcloth   #F4EFE6

## Type
Headlines in a sturdy serif, text in a plain grotesque, never below 9 pt in print.
`

const LANDING_COPY = `# Spring campaign: landing page

**Headline** The season starts at the quay.
**Lead** New boats, longer evenings, and the first thirty bookings sail at last year's price.
**Button** Choose your week
`

const FILES: DemoFile[] = [
  {
    project: 'Harbor Brand Refresh',
    name: 'Harbor logo.svg',
    content: LOGO,
    daysAgo: 13,
    approved: true,
  },
  {
    project: 'Harbor Brand Refresh',
    name: 'Brand guide.md',
    content: BRAND_GUIDE,
    daysAgo: 12,
    approved: true,
  },
  {
    project: 'Harbor Spring Campaign',
    name: 'Landing page copy.md',
    content: LANDING_COPY,
    daysAgo: 9,
    approved: false,
  },
]

/** Deliverables of the demo client's projects: two approved and ready to download, one awaiting review. */
export async function seedFiles(services: SeedServices, world: DemoWorld): Promise<void> {
  const storage = openStorage(services.config)
  const folder = await storage.receivingFolder()
  const [author] = world.home.contributors
  if (author === undefined) throw new Error('The demo has no contributor yet')
  for (const file of FILES) {
    const path = join(folder, randomUUID())
    await writeFile(path, file.content)
    const stored = await storage.adopt(path)
    const { id } = await addFile(
      actAs(services, at(author, daysAgo(world, file.daysAgo))),
      { project_id: need(world.home.projects, file.project), kind: 'deliverable' },
      { ...stored, name: file.name, contentType: 'application/octet-stream' },
    )
    if (!file.approved) continue
    await reviewFile(actAs(services, at(world.client, daysAgo(world, file.daysAgo - 2))), {
      id,
      review: 'approved',
      comment: null,
    })
  }
}
