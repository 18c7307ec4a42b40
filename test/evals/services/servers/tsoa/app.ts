// Recipes in the style of the getting started guide of tsoa: TypeScript types and decorators make the document and the routes.
import { DatabaseSync } from 'node:sqlite';
import {
  Body,
  Controller,
  Delete,
  Get,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from 'tsoa';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE recipes (id INTEGER PRIMARY KEY, name TEXT, minutes INTEGER, difficulty TEXT, vegetarian INTEGER, tags TEXT);
  CREATE TABLE ingredients (id INTEGER PRIMARY KEY, recipeId INTEGER, name TEXT, amount REAL, unit TEXT);
`);

export type Difficulty = 'easy' | 'medium' | 'hard';

export interface NewRecipe {
  /**
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * @isInt
   * @minimum 1
   * @maximum 1440
   */
  minutes: number;
  difficulty: Difficulty;
  vegetarian?: boolean;
  /** @maxItems 10 */
  tags: string[];
}

export interface Recipe extends NewRecipe {
  /** @isInt */
  id: number;
  vegetarian: boolean;
}

export type RecipeChanges = Partial<NewRecipe>;

export interface NewIngredient {
  /** @minLength 1 */
  name: string;
  /** @minimum 0 */
  amount: number;
  unit: 'g' | 'ml' | 'pieces';
}

export interface Ingredient extends NewIngredient {
  /** @isInt */
  id: number;
}

export interface ErrorBody {
  message: string;
}

export interface ValidationErrorBody {
  message: 'Validation failed';
  details: { [name: string]: unknown };
}

export class NotFound extends Error {
  readonly status = 404;
}

function findRecipe(id: number): Recipe {
  const row: any = database.prepare('SELECT * FROM recipes WHERE id = ?').get(id);
  if (row === undefined) throw new NotFound('Recipe not found');
  return { ...row, vegetarian: row.vegetarian === 1, tags: JSON.parse(row.tags) };
}

function save({ id, name, minutes, difficulty, vegetarian, tags }: NewRecipe & { id: number | null }): Recipe {
  const sql =
    'INSERT OR REPLACE INTO recipes (id, name, minutes, difficulty, vegetarian, tags) VALUES (?, ?, ?, ?, ?, ?)';
  const { lastInsertRowid } = database
    .prepare(sql)
    .run(id, name, minutes, difficulty, vegetarian ? 1 : 0, JSON.stringify(tags));
  return findRecipe(Number(lastInsertRowid));
}

@Route('recipes')
@Tags('recipes')
@Response<ValidationErrorBody>(422, 'Validation failed')
export class RecipesController extends Controller {
  @Get()
  public async listRecipes(@Query() difficulty?: Difficulty, @Query() vegetarian?: boolean): Promise<Recipe[]> {
    const rows: any[] = database.prepare('SELECT id FROM recipes ORDER BY id').all();
    return rows
      .map(({ id }) => findRecipe(id))
      .filter((recipe) => difficulty === undefined || recipe.difficulty === difficulty)
      .filter((recipe) => vegetarian === undefined || recipe.vegetarian === vegetarian);
  }

  @Post()
  @SuccessResponse(201, 'Created')
  public async createRecipe(@Body() recipe: NewRecipe): Promise<Recipe> {
    this.setStatus(201);
    return save({ ...recipe, id: null });
  }

  /** @isInt id */
  @Get('{id}')
  @Response<ErrorBody>(404, 'Not found')
  public async getRecipe(@Path() id: number): Promise<Recipe> {
    return findRecipe(id);
  }

  /** @isInt id */
  @Put('{id}')
  @Response<ErrorBody>(404, 'Not found')
  public async replaceRecipe(@Path() id: number, @Body() recipe: NewRecipe): Promise<Recipe> {
    findRecipe(id);
    return save({ ...recipe, id });
  }

  /** @isInt id */
  @Patch('{id}')
  @Response<ErrorBody>(404, 'Not found')
  public async updateRecipe(@Path() id: number, @Body() changes: RecipeChanges): Promise<Recipe> {
    return save({ ...findRecipe(id), ...changes, id });
  }

  /** @isInt id */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'Not found')
  public async deleteRecipe(@Path() id: number): Promise<void> {
    findRecipe(id);
    database.prepare('DELETE FROM recipes WHERE id = ?').run(id);
    database.prepare('DELETE FROM ingredients WHERE recipeId = ?').run(id);
  }

  /** @isInt id */
  @Get('{id}/ingredients')
  @Response<ErrorBody>(404, 'Not found')
  public async listIngredients(@Path() id: number): Promise<Ingredient[]> {
    findRecipe(id);
    const rows: any = database.prepare('SELECT id, name, amount, unit FROM ingredients WHERE recipeId = ?').all(id);
    return rows;
  }

  /** @isInt id */
  @Post('{id}/ingredients')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(404, 'Not found')
  public async addIngredient(@Path() id: number, @Body() ingredient: NewIngredient): Promise<Ingredient> {
    findRecipe(id);
    const { name, amount, unit } = ingredient;
    const { lastInsertRowid } = database
      .prepare('INSERT INTO ingredients (recipeId, name, amount, unit) VALUES (?, ?, ?, ?)')
      .run(id, name, amount, unit);
    this.setStatus(201);
    return { id: Number(lastInsertRowid), name, amount, unit };
  }
}
