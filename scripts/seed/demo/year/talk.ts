import { actAs, type SeedPerson, type SeedServices } from '#scripts/seed/person.ts'
import { newId } from '#server/base/db/values.ts'
import { markThreadRead } from '#server/work/messages/commands/mark-read.ts'
import { sendMessage } from '#server/work/messages/commands/send.ts'
import { at, type DemoWorld, daysAgo, need } from '../world.ts'
import { ENGAGEMENTS, teamOf } from './work.ts'

const WEBSITE_TALK = [
  'Good morning Jordan, the project space is ready. Plans, files and hours are all here.',
  'Thank you! I have put our photographs into the shared folder.',
  'They are lovely. The boat at dawn should be the first picture.',
  'Agreed. Could the booking button be visible without scrolling?',
  'Yes, on phones too. You will see it in Friday’s version.',
  'The new navigation is up. I kept your three main pages and moved the rest to the footer.',
  'That is much clearer than what we have today.',
  'A question about prices: with tax or without?',
  'With tax, please. Our guests only look at the last line.',
  'Done. The tables follow the season by themselves now.',
  'I showed it to the crew, and everybody found the timetable right away.',
  'That is the best test there is. Next up is the contact form.',
]

const PROJECT_TALK = [
  'The plan for the week is on the board.',
  'I’ll start with the structure, then we’ll look at it together.',
  'Client has seen it and is happy. Two small changes, both noted.',
  'Handed over. Thank you both.',
]

/** Conversations of the year, all read. */
export async function seedYearTalk(services: SeedServices, world: DemoWorld): Promise<void> {
  const { home, client } = world
  const [emma] = home.contributors
  if (emma === undefined) throw new Error('The demo has no contributor yet')
  const say = (sender: SeedPerson, when: Date, project_id: string, content: string) =>
    sendMessage(actAs(services, at(sender, when)), {
      id: newId(),
      project_id,
      content,
      mentions: [],
      file_ids: [],
    })
  const website = need(home.projects, 'Harbor Website Redesign')
  for (const [index, line] of WEBSITE_TALK.entries()) {
    const speaker = index % 2 === 1 ? client : index % 4 === 0 ? home.owner : emma
    await say(speaker, daysAgo(world, 58 - index * 4.4), website, line)
  }
  for (const [index, { name, startedDaysAgo, endedDaysAgo }] of ENGAGEMENTS.entries()) {
    const team = [home.owner, ...teamOf(world, index)]
    const step = (startedDaysAgo - endedDaysAgo) / PROJECT_TALK.length
    for (const [turn, line] of PROJECT_TALK.entries()) {
      const speaker = team[turn % team.length] ?? home.owner
      await say(speaker, daysAgo(world, startedDaysAgo - turn * step), need(home.projects, name), line)
    }
  }
  for (const reader of [home.owner, ...home.contributors, client]) {
    await markThreadRead(actAs(services, at(reader, daysAgo(world, 4))), { project_id: website })
  }
  for (const { name } of ENGAGEMENTS) {
    for (const reader of [home.owner, ...home.contributors])
      await markThreadRead(actAs(services, reader), { project_id: need(home.projects, name) })
  }
}
