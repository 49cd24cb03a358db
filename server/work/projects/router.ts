import { idInput } from '#shared/base/schemas/ids.ts'
import {
  projectArchiveInput,
  projectCreateInput,
  projectListInput,
  projectStatusInput,
  projectUpdateInput,
} from '#shared/work/schemas/projects.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { createProject } from './commands/create.ts'
import { setProjectArchived } from './commands/set-archived.ts'
import { setProjectStatus } from './commands/set-status.ts'
import { updateProject } from './commands/update.ts'
import { countProjects, getProject, listProjects } from './queries/projects.ts'

export const projectsRouter = router({
  list: userProcedure
    .meta({ can: 'project.read' })
    .input(projectListInput)
    .query(({ ctx, input }) => listProjects(ctx, input)),
  counters: userProcedure.meta({ can: 'project.read' }).query(({ ctx }) => countProjects(ctx)),
  get: userProcedure
    .meta({ can: 'project.read' })
    .input(idInput)
    .query(({ ctx, input }) => getProject(ctx, input.id)),
  create: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectCreateInput)
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  update: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectUpdateInput)
    .mutation(({ ctx, input }) => updateProject(ctx, input)),
  setStatus: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectStatusInput)
    .mutation(({ ctx, input }) => setProjectStatus(ctx, input)),
  setArchived: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectArchiveInput)
    .mutation(({ ctx, input }) => setProjectArchived(ctx, input)),
})
