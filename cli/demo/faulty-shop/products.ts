/** The records of the faulty shop. */

/** As the contract has it. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly description?: string;
}

/** Without the id, which the shop assigns. */
export type ProductDraft = Omit<Product, 'id'>;

export interface Products {
  list(): readonly Product[];
  find(id: number): Product | undefined;
  create(draft: ProductDraft): Product;
  /** Undefined where there is no such product. */
  replace(id: number, draft: ProductDraft): Product | undefined;
  remove(id: number): boolean;
}

export function createProducts(initial: readonly ProductDraft[]): Products {
  const byId = new Map<number, Product>();
  let lastId = 0;
  const save = (product: Product) => {
    byId.set(product.id, product);
    return product;
  };
  const create = (draft: ProductDraft) => save({ id: ++lastId, ...draft });
  for (const draft of initial) create(draft);
  return {
    list: () => [...byId.values()],
    find: (id) => byId.get(id),
    create,
    replace(id, { name, price }) {
      if (!byId.has(id)) return undefined;
      // The second defect: the description is not copied.
      return save({ id, name, price });
    },
    remove: (id) => byId.delete(id),
  };
}
