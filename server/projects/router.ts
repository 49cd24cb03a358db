import {
  projectArchiveInput,
  projectCreateInput,
  projectListInput,
  projectRef,
  projectStatusInput,
  projectUpdateInput,
} from '#shared/projects.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { setProjectArchived } from './commands/archive.ts'
import { createProject } from './commands/create.ts'
import { setProjectStatus } from './commands/status.ts'
import { updateProject } from './commands/update.ts'
import { countProjects, getProject, listProjects } from './queries.ts'

export const projectsRouter = router({
  list: userProcedure
    .meta({ can: 'project.read' })
    .input(projectListInput)
    .query(({ ctx, input }) => listProjects(ctx.services.db, ctx.scope, input)),
  counters: userProcedure
    .meta({ can: 'project.read' })
    .query(({ ctx }) => countProjects(ctx.services.db, ctx.scope)),
  get: userProcedure
    .meta({ can: 'project.read' })
    .input(projectRef)
    .query(({ ctx, input }) => getProject(ctx.services.db, ctx.scope, input.id)),
  create: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectCreateInput)
    .mutation(({ ctx, input }) => createProject(ctx.services.db, ctx.scope, input, ctx.services.config)),
  update: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectUpdateInput)
    .mutation(({ ctx, input }) => updateProject(ctx.services.db, ctx.scope, input)),
  setStatus: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectStatusInput)
    .mutation(({ ctx, input }) => setProjectStatus(ctx.services.db, ctx.scope, input)),
  setArchived: agencyProcedure
    .meta({ can: 'project.write' })
    .input(projectArchiveInput)
    .mutation(({ ctx, input }) => setProjectArchived(ctx.services.db, ctx.scope, input)),
})
