"""A blog with Flask and Flask-SQLAlchemy, in the style of Flask's tutorial; its author wrote the document by hand."""

import os
from datetime import datetime, timezone
from pathlib import Path
from secrets import token_urlsafe

from flask import Flask, abort, g, jsonify, request, send_file
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.pool import StaticPool
from werkzeug.exceptions import HTTPException
from werkzeug.security import check_password_hash, generate_password_hash

app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"connect_args": {"check_same_thread": False}, "poolclass": StaticPool}
db = SQLAlchemy(app)


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    username = db.Column(db.String(30), unique=True, nullable=False)
    password = db.Column(db.String(200), nullable=False)
    token = db.Column(db.String(60))


class Post(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    author_id = db.Column(db.Integer, db.ForeignKey("user.id"), nullable=False)
    title = db.Column(db.String(120), nullable=False)
    body = db.Column(db.Text, nullable=False)
    created = db.Column(db.DateTime, nullable=False, default=lambda: datetime.now(timezone.utc))

    def to_dict(self):
        return {
            "id": self.id,
            "author_id": self.author_id,
            "title": self.title,
            "body": self.body,
            "created": self.created.isoformat() + "Z",
        }


class Comment(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    post_id = db.Column(db.Integer, db.ForeignKey("post.id"), nullable=False)
    text = db.Column(db.Text, nullable=False)

    def to_dict(self):
        return {"id": self.id, "post_id": self.post_id, "text": self.text}


@app.errorhandler(HTTPException)
def handle_error(error):
    return jsonify(error=error.description), error.code


def get_field(name, minimum=1, maximum=None):
    data = request.get_json()
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, str) or len(value) < minimum or (maximum and len(value) > maximum):
        abort(400, f"{name} is missing or invalid")
    return value


@app.before_request
def load_user():
    header = request.headers.get("Authorization", "")
    token = header[len("Bearer ") :] if header.startswith("Bearer ") else None
    g.user = User.query.filter_by(token=token).first() if token else None


def require_user():
    if g.user is None:
        abort(401, "Log in first")
    return g.user


@app.get("/openapi.yaml")
def document():
    return send_file(Path(__file__).parent / "openapi.yaml")


@app.post("/auth/register")
def register():
    username = get_field("username", 3, 30)
    password = get_field("password", 8)
    if User.query.filter_by(username=username).first():
        abort(409, "The name is in use")
    user = User(username=username, password=generate_password_hash(password, "pbkdf2:sha256:1000"))
    db.session.add(user)
    db.session.commit()
    return jsonify(id=user.id, username=user.username), 201


@app.post("/auth/login")
def login():
    username, password = get_field("username"), get_field("password")
    user = User.query.filter_by(username=username).first()
    if user is None or not check_password_hash(user.password, password):
        abort(401, "Wrong name or password")
    user.token = user.token or token_urlsafe(24)
    db.session.commit()
    return jsonify(token=user.token)


@app.get("/posts")
def list_posts():
    page = request.args.get("page", 1, type=int)
    per_page = request.args.get("per_page", 10, type=int)
    found = Post.query.order_by(Post.created.desc()).paginate(page=page, per_page=per_page, error_out=False)
    return jsonify(items=[post.to_dict() for post in found.items], total=found.total)


@app.post("/posts")
def create_post():
    user = require_user()
    post = Post(author_id=user.id, title=get_field("title", 1, 120), body=get_field("body"))
    db.session.add(post)
    db.session.commit()
    return jsonify(post.to_dict()), 201, {"Location": f"/posts/{post.id}"}


@app.get("/posts/<int:post_id>")
def get_post(post_id):
    return jsonify(db.get_or_404(Post, post_id).to_dict())


def get_own_post(post_id):
    user = require_user()
    post = db.get_or_404(Post, post_id)
    if post.author_id != user.id:
        abort(403, "This is the post of another user")
    return post


@app.put("/posts/<int:post_id>")
def update_post(post_id):
    post = get_own_post(post_id)
    post.title, post.body = get_field("title", 1, 120), get_field("body")
    db.session.commit()
    return jsonify(post.to_dict())


@app.delete("/posts/<int:post_id>")
def delete_post(post_id):
    post = get_own_post(post_id)
    Comment.query.filter_by(post_id=post.id).delete()
    db.session.delete(post)
    db.session.commit()
    return "", 204


@app.get("/posts/<int:post_id>/comments")
def list_comments(post_id):
    db.get_or_404(Post, post_id)
    return jsonify([comment.to_dict() for comment in Comment.query.filter_by(post_id=post_id)])


@app.post("/posts/<int:post_id>/comments")
def create_comment(post_id):
    require_user()
    post = db.get_or_404(Post, post_id)
    comment = Comment(post_id=post.id, text=get_field("text"))
    db.session.add(comment)
    db.session.commit()
    return jsonify(comment.to_dict()), 201


if __name__ == "__main__":
    with app.app_context():
        db.create_all()
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]), threaded=False)
