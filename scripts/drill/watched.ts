import { answerFigures } from '../tools/process-figures.ts'

// Loaded before the portal, which runs unchanged beside it.
answerFigures()
