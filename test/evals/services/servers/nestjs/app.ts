// Cats and their owners, in the style of the documentation of NestJS: DTO classes, ValidationPipe and @nestjs/swagger.
import { DatabaseSync } from 'node:sqlite';
import {
  Body,
  ConflictException,
  Controller,
  Delete,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiBadRequestResponse,
  ApiOkResponse,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
  DocumentBuilder,
  PartialType,
  SwaggerModule,
} from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsEmail, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

class CreateOwnerDto {
  @ApiProperty({ minLength: 1, maxLength: 60 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  name: string;

  @ApiProperty({ format: 'email' })
  @IsEmail()
  email: string;
}

class Owner extends CreateOwnerDto {
  @ApiProperty({ type: 'integer' })
  id: number;
}

class CreateCatDto {
  @ApiProperty({ minLength: 1, maxLength: 60 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  name: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 40 })
  @IsInt()
  @Min(0)
  @Max(40)
  age: number;

  @ApiProperty({ enum: ['siamese', 'persian', 'other'] })
  @IsIn(['siamese', 'persian', 'other'])
  breed: string;

  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @IsInt()
  ownerId?: number;
}

class UpdateCatDto extends PartialType(CreateCatDto) {}

class Cat extends CreateCatDto {
  @ApiProperty({ type: 'integer' })
  id: number;
}

class ListCatsQuery {
  @ApiPropertyOptional({ enum: ['siamese', 'persian', 'other'] })
  @IsOptional()
  @IsIn(['siamese', 'persian', 'other'])
  breed?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, default: 0 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  offset: number = 0;
}

class ErrorDto {
  @ApiProperty({ type: 'integer' })
  statusCode: number;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  message: string | string[];

  @ApiPropertyOptional()
  error?: string;
}

@Injectable()
class Database {
  readonly sql = new DatabaseSync(':memory:');

  constructor() {
    this.sql.exec(`
      CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE);
      CREATE TABLE cats (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, breed TEXT, ownerId INTEGER);
    `);
  }
}

const withoutNulls = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

@Injectable()
class OwnersService {
  constructor(private readonly database: Database) {}

  create({ name, email }: CreateOwnerDto) {
    if (this.database.sql.prepare('SELECT 1 FROM owners WHERE email = ?').get(email))
      throw new ConflictException('The email address is in use');
    const { lastInsertRowid } = this.database.sql.prepare('INSERT INTO owners (name, email) VALUES (?, ?)').run(name, email);
    return this.findOne(Number(lastInsertRowid));
  }

  findAll() {
    return this.database.sql.prepare('SELECT * FROM owners').all();
  }

  findOne(id: number) {
    const owner = this.database.sql.prepare('SELECT * FROM owners WHERE id = ?').get(id);
    if (owner === undefined) throw new NotFoundException(`Owner ${id} not found`);
    return owner;
  }
}

@Injectable()
class CatsService {
  constructor(
    private readonly database: Database,
    private readonly owners: OwnersService,
  ) {}

  create({ name, age, breed, ownerId }: CreateCatDto) {
    if (ownerId !== undefined && ownerId !== null) this.owners.findOne(ownerId);
    const { lastInsertRowid } = this.database.sql
      .prepare('INSERT INTO cats (name, age, breed, ownerId) VALUES (?, ?, ?, ?)')
      .run(name, age, breed, ownerId ?? null);
    return this.findOne(Number(lastInsertRowid));
  }

  findAll({ breed, limit, offset }: ListCatsQuery) {
    const rows =
      breed === undefined
        ? this.database.sql.prepare('SELECT * FROM cats LIMIT ? OFFSET ?').all(limit, offset)
        : this.database.sql.prepare('SELECT * FROM cats WHERE breed = ? LIMIT ? OFFSET ?').all(breed, limit, offset);
    return rows.map(withoutNulls);
  }

  findOne(id: number) {
    const cat = this.database.sql.prepare('SELECT * FROM cats WHERE id = ?').get(id);
    if (cat === undefined) throw new NotFoundException(`Cat ${id} not found`);
    return withoutNulls(cat);
  }

  update(id: number, changes: UpdateCatDto) {
    const cat = { ownerId: null, ...this.findOne(id), ...changes } as any;
    if (cat.ownerId !== null) this.owners.findOne(cat.ownerId);
    this.database.sql
      .prepare('UPDATE cats SET name = ?, age = ?, breed = ?, ownerId = ? WHERE id = ?')
      .run(cat.name, cat.age, cat.breed, cat.ownerId, id);
    return this.findOne(id);
  }

  remove(id: number) {
    this.findOne(id);
    this.database.sql.prepare('DELETE FROM cats WHERE id = ?').run(id);
  }
}

@ApiTags('owners')
@ApiBadRequestResponse({ type: ErrorDto })
@Controller('owners')
class OwnersController {
  constructor(private readonly owners: OwnersService) {}

  @Post()
  @ApiCreatedResponse({ type: Owner })
  @ApiConflictResponse({ type: ErrorDto })
  create(@Body() owner: CreateOwnerDto) {
    return this.owners.create(owner);
  }

  @Get()
  @ApiOkResponse({ type: [Owner] })
  findAll() {
    return this.owners.findAll();
  }

  @Get(':id')
  @ApiOkResponse({ type: Owner })
  @ApiNotFoundResponse({ type: ErrorDto })
  findOne(@Param('id', ParseIntPipe) id: number) {
    return this.owners.findOne(id);
  }
}

@ApiTags('cats')
@ApiBadRequestResponse({ type: ErrorDto })
@Controller('cats')
class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Post()
  @ApiCreatedResponse({ type: Cat })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such owner' })
  create(@Body() cat: CreateCatDto) {
    return this.cats.create(cat);
  }

  @Get()
  @ApiOkResponse({ type: [Cat] })
  findAll(@Query() query: ListCatsQuery) {
    return this.cats.findAll(query);
  }

  @Get(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse({ type: ErrorDto })
  findOne(@Param('id', ParseIntPipe) id: number) {
    return this.cats.findOne(id);
  }

  @Patch(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse({ type: ErrorDto })
  update(@Param('id', ParseIntPipe) id: number, @Body() changes: UpdateCatDto) {
    return this.cats.update(id, changes);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: ErrorDto })
  remove(@Param('id', ParseIntPipe) id: number) {
    this.cats.remove(id);
  }
}

@Module({ controllers: [OwnersController, CatsController], providers: [Database, OwnersService, CatsService] })
class AppModule {}

export async function start(port: number) {
  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Cats').setVersion('1.0').build());
  SwaggerModule.setup('api', app, document, { jsonDocumentUrl: 'openapi.json' });
  await app.listen(port, '127.0.0.1');
}
