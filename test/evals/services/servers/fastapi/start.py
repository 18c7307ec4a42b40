"""A shop of users and items, in the style of FastAPI's tutorial: SQLAlchemy, Pydantic models and a login with OAuth2."""

import os
import secrets
from hashlib import sha256
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, status
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ForeignKey, String, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

engine = create_engine(f"sqlite:///{os.environ['DATABASE']}", connect_args={"check_same_thread": False})


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    username: Mapped[str] = mapped_column(String(40), unique=True, index=True)
    full_name: Mapped[str | None]
    password_hash: Mapped[str]
    items: Mapped[list["Item"]] = relationship(back_populates="owner")


class Item(Base):
    __tablename__ = "items"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(80), index=True)
    description: Mapped[str | None]
    price: Mapped[float]
    owner_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    owner: Mapped[User] = relationship(back_populates="items")


class LoginToken(Base):
    __tablename__ = "tokens"
    token: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class UserCreate(BaseModel):
    username: str = Field(min_length=3, max_length=40)
    full_name: str | None = None
    password: str = Field(min_length=8)


class UserPublic(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    username: str
    full_name: str | None


class ItemCreate(BaseModel):
    title: str = Field(min_length=1, max_length=80)
    description: str | None = None
    price: float = Field(gt=0)


class ItemUpdate(BaseModel):
    title: str | None = Field(default=None, min_length=1, max_length=80)
    description: str | None = None
    price: float | None = Field(default=None, gt=0)


class ItemPublic(ItemCreate):
    model_config = ConfigDict(from_attributes=True)
    id: int
    owner_id: int


class Token(BaseModel):
    access_token: str
    token_type: str


app = FastAPI(title="Items", version="1.0.0")
oauth2_scheme = OAuth2PasswordBearer(tokenUrl="token")


def get_session():
    with Session(engine) as session:
        yield session


SessionDep = Annotated[Session, Depends(get_session)]


def get_current_user(token: Annotated[str, Depends(oauth2_scheme)], session: SessionDep) -> User:
    known = session.get(LoginToken, token)
    if known is None:
        raise HTTPException(
            status_code=status.HTTP_401_UNAUTHORIZED,
            detail="Could not validate credentials",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return session.get_one(User, known.user_id)


CurrentUser = Annotated[User, Depends(get_current_user)]


def hash_password(password: str) -> str:
    return sha256(password.encode()).hexdigest()


@app.post("/token", tags=["login"])
def login(form: Annotated[OAuth2PasswordRequestForm, Depends()], session: SessionDep) -> Token:
    user = session.scalar(select(User).where(User.username == form.username))
    if user is None or user.password_hash != hash_password(form.password):
        raise HTTPException(status_code=400, detail="Incorrect username or password")
    token = secrets.token_urlsafe(24)
    session.add(LoginToken(token=token, user_id=user.id))
    session.commit()
    return Token(access_token=token, token_type="bearer")


@app.post("/users/", response_model=UserPublic, status_code=201, tags=["users"])
def create_user(user: UserCreate, session: SessionDep):
    if session.scalar(select(User).where(User.username == user.username)) is not None:
        raise HTTPException(status_code=400, detail="Username already registered")
    created = User(username=user.username, full_name=user.full_name, password_hash=hash_password(user.password))
    session.add(created)
    session.commit()
    session.refresh(created)
    return created


@app.get("/users/", response_model=list[UserPublic], tags=["users"])
def read_users(session: SessionDep, skip: int = 0, limit: Annotated[int, Query(le=100)] = 100):
    return session.scalars(select(User).offset(skip).limit(limit)).all()


@app.get("/users/me", response_model=UserPublic, tags=["users"])
def read_current_user(user: CurrentUser):
    return user


@app.get("/users/{user_id}", response_model=UserPublic, tags=["users"])
def read_user(user_id: int, session: SessionDep):
    user = session.get(User, user_id)
    if user is None:
        raise HTTPException(status_code=404, detail="User not found")
    return user


@app.post("/items/", response_model=ItemPublic, status_code=201, tags=["items"])
def create_item(item: ItemCreate, user: CurrentUser, session: SessionDep):
    created = Item(**item.model_dump(), owner_id=user.id)
    session.add(created)
    session.commit()
    session.refresh(created)
    return created


@app.get("/items/", response_model=list[ItemPublic], tags=["items"])
def read_items(
    session: SessionDep,
    q: Annotated[str | None, Query(max_length=50)] = None,
    skip: int = 0,
    limit: Annotated[int, Query(le=100)] = 100,
):
    query = select(Item)
    if q:
        query = query.where(Item.title.contains(q))
    return session.scalars(query.offset(skip).limit(limit)).all()


def get_item(item_id: int, session: Session) -> Item:
    item = session.get(Item, item_id)
    if item is None:
        raise HTTPException(status_code=404, detail="Item not found")
    return item


def get_own_item(item_id: int, user: User, session: Session) -> Item:
    item = get_item(item_id, session)
    if item.owner_id != user.id:
        raise HTTPException(status_code=403, detail="Not enough permissions")
    return item


@app.get("/items/{item_id}", response_model=ItemPublic, tags=["items"])
def read_item(item_id: int, session: SessionDep):
    return get_item(item_id, session)


@app.patch("/items/{item_id}", response_model=ItemPublic, tags=["items"])
def update_item(item_id: int, changes: ItemUpdate, user: CurrentUser, session: SessionDep):
    item = get_own_item(item_id, user, session)
    for name, value in changes.model_dump(exclude_unset=True).items():
        setattr(item, name, value)
    session.commit()
    session.refresh(item)
    return item


@app.delete("/items/{item_id}", status_code=204, tags=["items"])
def delete_item(item_id: int, user: CurrentUser, session: SessionDep):
    session.delete(get_own_item(item_id, user, session))
    session.commit()


if __name__ == "__main__":
    Base.metadata.create_all(engine)
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="error")
